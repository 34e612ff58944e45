import type { Logger } from '#server/shared/logger.ts'
import { uploadContext } from './upload-context.ts'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

const channel = 'upload_wanted'
/** What tells our advisory locks from those of others. */
const lockClass = 0x7570
/** How long a request waits until whoever writes has stopped, and how often it looks. Milliseconds. */
const patience = { whole: 10_000, look: 100 }

type Held = { stop: () => void }

/**
 * Has one request at a time at an upload, of all processes: by a table of this one, and by an advisory lock of
 * PostgreSQL that ends with its connection, be the process killed. Who comes second has the first one stop, because a
 * line that died is noticed last by us; what had come by then is kept.
 */
export function createUploadLocks(url: string, log: Logger) {
  const held = new Map<string, Held>()
  let client: Promise<pg.Client> | undefined
  let closing = false

  /** One connection for all locks of this process, made when it is first needed. */
  function connection(): Promise<pg.Client> {
    return (client ??= connect().catch((error: unknown) => {
      client = undefined
      throw error
    }))
  }
  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'hanpyeon uploads',
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    })
    next.on('error', (error) => log.warn({ error: error.message }, 'upload lock connection lost'))
    next.on('notification', ({ payload = '' }) => held.get(payload)?.stop())
    await next.connect()
    next.once('end', () => {
      client = undefined
      // Somebody else may have the locks by now.
      for (const one of held.values()) one.stop()
    })
    await next.query(`listen ${channel}`)
    return next
  }

  async function take(token: string): Promise<boolean> {
    const { rows } = await (
      await connection()
    ).query<{ taken: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as taken', [
      lockClass,
      token,
    ])
    return rows[0]?.taken ?? false
  }

  return {
    newLock: (token: string) => ({
      async lock(signal: AbortSignal, cancel: () => void) {
        const stop = uploadContext.getStore()?.stop
        const mine: Held = {
          stop() {
            stop?.abort()
            cancel()
          },
        }
        const ends = performance.now() + patience.whole
        let asked = false
        while (!signal.aborted && !closing && performance.now() < ends) {
          const other = held.get(token)
          if (other) other.stop()
          else {
            // Taken here first, so that two of us do not count as one for PostgreSQL.
            held.set(token, mine)
            const taken = await take(token).catch((error: unknown) => {
              held.delete(token)
              throw error
            })
            if (taken) return
            held.delete(token)
            if (!asked)
              await (await connection()).query('select pg_notify($1, $2)', [channel, token])
            asked = true
          }
          await pause(patience.look)
        }
        throw Object.assign(new Error('locked'), { status_code: 423, body: 'Locked\n' })
      },
      async unlock() {
        if (!held.delete(token)) return
        const there = await client?.catch(() => undefined)
        await there
          ?.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, token])
          .catch(() => {})
      },
    }),
    /** Ends all writing, and takes no more. */
    async close() {
      closing = true
      for (const one of held.values()) one.stop()
      const ends = performance.now() + patience.whole
      while (held.size > 0 && performance.now() < ends) await pause(10)
      await (await client?.catch(() => undefined))?.end()
    },
  }
}
