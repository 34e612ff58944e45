import { lockClasses } from '../advisory-locks.ts'
import { openSession, type Session, StuckSession } from '../connection.ts'
import type { Logger } from '#server/shared/logger.ts'
import { countEvent } from '#server/shared/event-counts.ts'
import { type Lsn, readPrimaryLsn } from '../replica/min-replica-lsn.ts'
import pg from 'pg'

/** Called when rows have changed: `invalidate` with their cache tags, `all` if everything cached may be outdated. */
type CacheInvalidationListener = { invalidate(tags: readonly string[]): void; all(): void }

/** Handlers of further notification channels on the same connection, by channel. */
export type NotificationHandlers = Readonly<Record<string, (notice: string) => void>>

const cacheInvalidationChannel = 'cache_invalidation'

const minRetryDelayMs = 200
const maxRetryDelayMs = 1_000

/**
 * Listens to the channel `cache_invalidation` in a session of its own, which notices within seconds that it receives no
 * notifications. When it is lost, `all` is called at once, because changes are missed from then on, and again after
 * reconnecting. Notifications of `channels` are lost in between. While connected, `processId` is locked in the class
 * `process`; PostgreSQL releases the lock when the process dies in any way.
 * @param onStuck called when the server hangs or is no longer the primary: other connections lead there, too
 * @returns `connected()` for readiness, `position()`, and `stop()`
 */
export function listenForNotifications(
  url: string,
  listener: CacheInvalidationListener,
  log: Logger,
  channels: NotificationHandlers = {},
  processId = 0,
  onStuck = () => {},
) {
  let session: Session | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let retryDelayMs = minRetryDelayMs

  const onNotification = (channel: string, payload: string) => {
    if (channel === cacheInvalidationChannel) listener.invalidate(payload.split(' '))
    else channels[channel]?.(payload)
  }

  const onLost = (error: Error) => {
    if (session) {
      session = undefined
      listener.all()
    }
    if (stopped || timer) return
    countEvent('notifications_lost', error instanceof StuckSession ? 'stuck' : 'ended')
    log.warn({ error: error.message }, 'notification connection lost')
    if (error instanceof StuckSession) onStuck()
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, retryDelayMs)
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
  }

  const connect = async () => {
    let opened: Session | undefined
    try {
      opened = await openSession(url, 'hanpyeon notifications', onNotification)
      const { ended, query } = opened
      // A shared lock never blocks.
      await query('select pg_advisory_lock_shared($1, $2)', [lockClasses.process, processId])
      for (const channel of [cacheInvalidationChannel, ...Object.keys(channels)])
        await query(`listen ${pg.escapeIdentifier(channel)}`)
      if (stopped) return await opened.close()
      ended.throwIfAborted()
      ended.addEventListener('abort', () => onLost(ended.reason as Error))
      session = opened
      retryDelayMs = minRetryDelayMs
      listener.all()
    } catch (error) {
      await opened?.close()
      onLost(error as Error)
    }
  }

  return {
    start: connect,
    connected: () => session !== undefined,
    /** Reads the LSN of the primary; notifications sent before the call have been handled when it resolves. */
    async position(): Promise<Lsn | undefined> {
      return session && readPrimaryLsn(session)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      const last = session
      session = undefined
      await last?.close()
    },
  }
}
