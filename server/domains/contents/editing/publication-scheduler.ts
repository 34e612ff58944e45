import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import { readNextScheduledChange, applyDueSchedules } from './schedule-queries.ts'

/** The clock is polled, not a timer set, so that changes of the system clock take effect. A poll reads only memory. */
const pollIntervalMs = 100
const retryDelayMs = 1_000

/**
 * Applies publication changes within a second of their instant. Every server process caches the next instant and applies
 * what is due when its clock reaches it; the first process does the work. An edit of a schedule notifies `catalogue`, and
 * `invalidate` makes the scheduler read the next instant again.
 */
export function startPublicationScheduler({
  db,
  transact,
  clock,
  log,
}: Pick<Database, 'db' | 'transact'> & { clock: Clock; log: Logger }) {
  let isKnown = false
  let next: number | null = null
  let notBefore = 0
  let running: Promise<void> | undefined

  async function applyNext() {
    isKnown = true
    const nextChange = await readNextScheduledChange(db)
    next = nextChange === null ? null : Date.parse(nextChange)
    if (next === null || next > clock.now().getTime()) return
    // Read again after each batch: more rows may be due, or rows were locked.
    isKnown = false
    await transact((tx) => applyDueSchedules(tx, clock.now()))
  }

  function poll() {
    if (running || performance.now() < notBefore) return
    if (isKnown && (next === null || clock.now().getTime() < next)) return
    running = applyNext()
      .catch((error: Error) => {
        isKnown = false
        notBefore = performance.now() + retryDelayMs
        log.warn({ error: error.message }, 'publication scheduler failed')
      })
      .finally(() => (running = undefined))
  }
  const timer = setInterval(poll, pollIntervalMs)

  return {
    invalidate: () => void (isKnown = false),
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
