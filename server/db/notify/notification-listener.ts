import type { Logger } from '#server/shared/logger.ts'
import { type Lsn, readPrimaryLsn } from '../replica/min-replica-lsn.ts'
import pg from 'pg'

/** What to call when rows changed. `all` means that nothing that was prepared may be trusted. */
export type CacheInvalidationListener = { stale(tags: readonly string[]): void; all(): void }

/** What else is heard on the same connection: a channel's name, and what is done with its notices. */
export type NotificationHandlers = Readonly<Record<string, (notice: string) => void>>

/** Names our advisory locks among those of others. */
export const processLockClass = 4_820_313

const firstPause = 200
const longestPause = 1_000

/**
 * Listens to the channel `stale` on a connection of its own and, when that is lost, tells the listener that
 * everything may be stale: at once, because changes go unheard from then on, and again when it is back. Notices of
 * `channels` that were given meanwhile are lost. While the connection stands, `holder` is locked in `aliveClass`: when the
 * process dies, however it dies, PostgreSQL lets go of it, and others see that it is gone.
 * @returns `connected()` for readiness, `position()`, and `stop()`.
 */
export function listenForNotifications(
  url: string,
  listener: CacheInvalidationListener,
  log: Logger,
  channels: NotificationHandlers = {},
  holder = 0,
) {
  let client: pg.Client | undefined
  let connected = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let pause = firstPause

  const lost = (error?: unknown) => {
    const was_connected = connected
    connected = false
    if (was_connected) listener.all()
    client?.removeAllListeners()
    client?.on('error', () => {})
    void client?.end().catch(() => {})
    client = undefined
    if (stopped || timer) return
    if (error) log.warn({ error: (error as Error).message }, 'notification connection lost')
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, pause)
    pause = Math.min(pause * 2, longestPause)
  }

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'hanpyeon stale',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    })
    client = next
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'stale') listener.stale(payload.split(' '))
      else channels[channel]?.(payload)
    })
    try {
      await next.connect()
      // Shared, so that nobody ever waits for it.
      await next.query('select pg_advisory_lock_shared($1, $2)', [processLockClass, holder])
      for (const channel of ['stale', ...Object.keys(channels)])
        await next.query(`listen ${next.escapeIdentifier(channel)}`)
      connected = true
      pause = firstPause
      listener.all()
    } catch (error) {
      if (client === next) lost(error)
    }
  }

  return {
    start: connect,
    connected: () => connected,
    /** Where the primary stands: with the answer, all has been heard that was told before the question. */
    async position(): Promise<Lsn | undefined> {
      return connected && client ? readPrimaryLsn(client) : undefined
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
