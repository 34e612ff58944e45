import type { Log } from './log.ts'

export type Tending = { stop(): Promise<void> }

/**
 * Does `work` now and every so many ms, beside everything else. A round that fails is logged, and the next one tries
 * again; `stop` waits for the round that is under way.
 */
export function tendEvery(ms: number, name: string, work: () => Promise<void>, log: Log): Tending {
  const round = () =>
    work().catch((error: Error) => log.warn({ error: error.message }, `tending ${name}`))
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
