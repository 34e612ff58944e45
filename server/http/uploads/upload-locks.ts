import type { Logger } from '#server/shared/logger.ts'
import { uploadContext } from './upload-store.ts'
import { lockClasses } from '#server/db/advisory-locks.ts'
import { openSession, type Session } from '#server/db/connection.ts'
import { setTimeout as pause } from 'node:timers/promises'

const channel = 'upload_lock_requested'
/** Time to wait for the current writer to stop, and the poll interval, in ms. */
const lockWait = { timeoutMs: 10_000, pollIntervalMs: 100 }

type HeldLock = { stop: () => void }

/**
 * Serializes requests to an upload across processes: by a map in this process, and by a PostgreSQL advisory lock that
 * ends with its connection, also if the process is killed. A second request aborts the first, because the server is the
 * last to notice a dead connection; bytes received so far are kept.
 */
export function createUploadLocks(url: string, log: Logger) {
  const held = new Map<string, HeldLock>()
  let session: Promise<Session> | undefined
  let closing = false

  /** One lazily opened session for all locks of this process. */
  function openedSession(): Promise<Session> {
    return (session ??= connect().catch((error: unknown) => {
      session = undefined
      throw error
    }))
  }
  async function connect() {
    const opened = await openSession(url, 'hanpyeon uploads', (_channel, token) =>
      held.get(token)?.stop(),
    )
    opened.ended.addEventListener('abort', () => {
      session = undefined
      if (closing) return
      log.warn({ error: (opened.ended.reason as Error).message }, 'upload lock connection lost')
      // The locks are lost with the connection: another process may hold them now.
      for (const lock of held.values()) lock.stop()
    })
    await opened.query(`listen ${channel}`)
    return opened
  }

  async function tryAdvisoryLock(token: string): Promise<boolean> {
    const { query } = await openedSession()
    const { rows } = await query<{ acquired: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as acquired',
      [lockClasses.upload, token],
    )
    return rows[0]?.acquired ?? false
  }

  return {
    newLock: (token: string) => ({
      async lock(signal: AbortSignal, cancel: () => void) {
        const stop = uploadContext.getStore()?.stop
        const ownLock: HeldLock = {
          stop() {
            stop?.abort()
            cancel()
          },
        }
        const deadline = performance.now() + lockWait.timeoutMs
        let notified = false
        while (!signal.aborted && !closing && performance.now() < deadline) {
          const other = held.get(token)
          if (other) other.stop()
          else {
            // Claimed in the map first: advisory locks are reentrant within a connection.
            held.set(token, ownLock)
            const acquired = await tryAdvisoryLock(token).catch((error: unknown) => {
              held.delete(token)
              throw error
            })
            if (acquired) return
            held.delete(token)
            if (!notified)
              await (await openedSession()).query('select pg_notify($1, $2)', [channel, token])
            notified = true
          }
          await pause(lockWait.pollIntervalMs)
        }
        throw Object.assign(new Error('locked'), { status_code: 423, body: 'Locked\n' })
      },
      async unlock() {
        if (!held.delete(token)) return
        const opened = await session?.catch(() => undefined)
        await opened
          ?.query('select pg_advisory_unlock($1, hashtext($2))', [lockClasses.upload, token])
          .catch(() => {})
      },
    }),
    /** Aborts all writes and rejects new locks. */
    async close() {
      closing = true
      for (const lock of held.values()) lock.stop()
      const deadline = performance.now() + lockWait.timeoutMs
      while (held.size > 0 && performance.now() < deadline) await pause(10)
      await (await session?.catch(() => undefined))?.close()
    },
  }
}
