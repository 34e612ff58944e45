import type { Logger } from '#server/shared/logger.ts'
import { type Lsn, readPrimaryLsn } from '../replica/min-replica-lsn.ts'
import { lockClasses } from '../advisory-locks.ts'
import pLimit from 'p-limit'
import pg from 'pg'

/** Called when rows have changed: `invalidate` with their cache tags, `all` if everything cached may be outdated. */
type CacheInvalidationListener = { invalidate(tags: readonly string[]): void; all(): void }

/** Handlers of further notification channels on the same connection, by channel. */
export type NotificationHandlers = Readonly<Record<string, (notice: string) => void>>

const cacheInvalidationChannel = 'cache_invalidation'

const minRetryDelayMs = 200
const maxRetryDelayMs = 1_000

/**
 * Listens to the channel `cache_invalidation` on a dedicated connection. When the connection is lost, `all` is called at once, because
 * changes are missed from then on, and again after reconnecting. Notifications of `channels` are lost in between. While
 * connected, `processId` is locked in the class `process`; PostgreSQL releases the lock when the process dies in any way.
 * @returns `connected()` for readiness, `position()`, and `stop()`
 */
export function listenForNotifications(
  url: string,
  listener: CacheInvalidationListener,
  log: Logger,
  channels: NotificationHandlers = {},
  processId = 0,
) {
  let client: pg.Client | undefined
  /** The connection runs one query at a time. */
  let limit = pLimit(1)
  let connected = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let retryDelayMs = minRetryDelayMs

  const onConnectionLost = (error?: unknown) => {
    const wasConnected = connected
    connected = false
    if (wasConnected) listener.all()
    client?.removeAllListeners()
    client?.on('error', () => {})
    void client?.end().catch(() => {})
    client = undefined
    if (stopped || timer) return
    if (error) log.warn({ error: (error as Error).message }, 'notification connection lost')
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, retryDelayMs)
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs)
  }

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'hanpyeon notifications',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    })
    client = next
    limit = pLimit(1)
    next.on('error', onConnectionLost)
    next.on('end', () => onConnectionLost())
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === cacheInvalidationChannel) listener.invalidate(payload.split(' '))
      else channels[channel]?.(payload)
    })
    try {
      await next.connect()
      // A shared lock never blocks.
      await next.query('select pg_advisory_lock_shared($1, $2)', [lockClasses.process, processId])
      for (const channel of [cacheInvalidationChannel, ...Object.keys(channels)])
        await next.query(`listen ${next.escapeIdentifier(channel)}`)
      connected = true
      retryDelayMs = minRetryDelayMs
      listener.all()
    } catch (error) {
      if (client === next) onConnectionLost(error)
    }
  }

  return {
    start: connect,
    connected: () => connected,
    /** Reads the LSN of the primary; notifications sent before the call have been handled when it resolves. */
    async position(): Promise<Lsn | undefined> {
      const current = client
      return connected && current ? limit(() => readPrimaryLsn(current)) : undefined
    },
    async stop() {
      stopped = true
      connected = false
      clearTimeout(timer)
      client?.removeAllListeners()
      client?.on('error', () => {})
      await client?.end().catch(() => {})
    },
  }
}
