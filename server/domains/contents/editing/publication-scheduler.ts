import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import { readNextScheduledChange, applyDueSchedules } from './publication-schedule.ts'

/** How often the clock is compared with the instant that comes next, in ms: memory alone, so that clocks may jump. */
const beat = 100
/** After a failure, in ms. */
const pause = 1_000

/**
 * Keeps releases and expiries to the second. Every serving process knows which instant comes next and turns what is due
 * when its clock reaches it; of several the first does it and the others find it done. Whoever writes a schedule tells
 * `catalogue`, as for any edit, and `told` has the instant read again.
 */
export function startPublicationScheduler(
  parts: Pick<Database, 'db' | 'transact'> & { clock: Clock; log: Logger },
) {
  const { db, transact, clock, log } = parts
  let isKnown = false
  let next: number | null = null
  let notBefore = 0
  let running: Promise<void> | undefined

  async function look() {
    isKnown = true
    const at = await readNextScheduledChange(db)
    next = at === null ? null : Date.parse(at)
    if (next === null || next > clock.now().getTime()) return
    // What was turned leads to another look: there may be more, or what somebody held.
    isKnown = false
    await transact((tx) => applyDueSchedules(tx, clock.now()))
  }

  function keep() {
    if (running || performance.now() < notBefore) return
    if (isKnown && (next === null || clock.now().getTime() < next)) return
    running = look()
      .catch((error: Error) => {
        isKnown = false
        notBefore = performance.now() + pause
        log.warn({ error: error.message }, 'publication scheduler failed')
      })
      .finally(() => (running = undefined))
  }
  const timer = setInterval(keep, beat)

  return {
    told: () => void (isKnown = false),
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
