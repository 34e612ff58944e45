import { counters, secondsSince } from './counters.ts'
import type { Log } from './log.ts'

export type Tending = { stop(): Promise<void> }

/**
 * Does `work` now and every so many ms, beside everything else. A round that fails is logged, and the next one tries
 * again; `stop` waits for the round that is under way.
 */
export function tendEvery(ms: number, name: string, work: () => Promise<void>, log: Log): Tending {
  const round = async () => {
    const began = performance.now()
    const outcome = await work().then(
      () => 'done',
      (error: Error) => {
        log.warn({ round: name, error: error.message }, 'round failed')
        return 'failed'
      },
    )
    counters.round_seconds.labels(name, outcome).observe(secondsSince(began))
  }
  let running = round()
  const timer = setInterval(() => {
    running = round()
  }, ms)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
