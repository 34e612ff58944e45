import type { OperationModes } from '#contract/operations/modes.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import type { Maintenance } from '#server/shared/problem-error.ts'
import { readModes } from './mode-queries.ts'

/** Time in ms after which a failed read is repeated. */
const retryMs = 500

export type ModeFollower = {
  /** The notice to viewers; null while the site is open. */
  maintenance(): Maintenance | null
  /** Reads the modes; called for each notification, and when notifications may have been missed. Never rejects. */
  refresh(): Promise<void>
  stop(): void
}

/**
 * Keeps the modes of operation of this process: whether the site is in maintenance, and the level of `log`, which returns to
 * the configured one when its time is over.
 */
export function createModeFollower({
  db,
  clock,
  log,
}: {
  db: Db
  clock: Clock
  log: Logger
}): ModeFollower {
  const ownLevel = log.level
  let modes: OperationModes = { version: 0, maintenance: null, log_level: null }
  let levelTimer: NodeJS.Timeout | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isStopped = false

  function applyLevel() {
    clearTimeout(levelTimer)
    const left = Date.parse(modes.log_level?.ends_at ?? '') - clock.now().getTime()
    const level = modes.log_level && left > 0 ? modes.log_level.level : ownLevel
    // `silent` is for tests and tools whose output is not a log.
    if (level !== log.level && ownLevel !== 'silent') {
      log.level = level
      log.info({ log_level: level }, 'log level changed')
    }
    if (left > 0) levelTimer = setTimeout(applyLevel, left).unref()
  }

  async function refresh() {
    clearTimeout(retryTimer)
    try {
      const next = await readModes(db)
      // Reads of two notifications may end in any order.
      if (next.version < modes.version) return
      modes = next
      applyLevel()
    } catch {
      // The database is away, which has its own log line.
      if (!isStopped) retryTimer = setTimeout(() => void refresh(), retryMs).unref()
    }
  }

  return {
    maintenance: () => modes.maintenance,
    refresh,
    stop() {
      isStopped = true
      clearTimeout(levelTimer)
      clearTimeout(retryTimer)
    },
  }
}
