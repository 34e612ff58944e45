import type { Logger } from '#server/shared/logger.ts'
import { lockClasses } from '#server/db/advisory-locks.ts'
import pLimit from 'p-limit'
import { createClient } from '#server/db/connection.ts'

export type TaskLock = {
  /** Aborted if the connection that holds the lock ends; another process may then acquire it. */
  lost: AbortSignal
  release(): Promise<void>
}

export type TaskLocks = {
  /**
   * @returns undefined if this or another process holds the lock of `name`
   * @throws if the database cannot be reached
   */
  tryAcquire(name: string): Promise<TaskLock | undefined>
  close(): Promise<void>
}

/**
 * Session-level advisory locks between processes, all on one dedicated connection, which is opened on first use. The
 * locks of a dead process are released with its connection.
 * @param url a direct connection: a pooler in transaction mode does not preserve sessions
 */
export function openTaskLocks(url: string, log: Logger): TaskLocks {
  let connection: Promise<Connection> | undefined

  const open = (): Promise<Connection> => {
    const clear = () => {
      if (connection === opening) connection = undefined
    }
    const opening = openConnection(url).then((opened) => {
      opened.ended.addEventListener('abort', () => {
        clear()
        if (opened.held.size > 0) log.warn({ tasks: [...opened.held] }, 'task locks lost')
      })
      return opened
    })
    opening.catch(clear)
    return opening
  }

  return {
    async tryAcquire(name) {
      connection ??= open()
      const { query, held, ended } = await connection
      // One session can acquire the same advisory lock twice.
      if (held.has(name)) return undefined
      held.add(name)
      try {
        if (!(await query('pg_try_advisory_lock', name))) {
          held.delete(name)
          return undefined
        }
      } catch (error) {
        held.delete(name)
        throw error
      }
      return {
        lost: ended,
        async release() {
          held.delete(name)
          if (!ended.aborted) await query('pg_advisory_unlock', name).catch(() => {})
        },
      }
    },
    async close() {
      const last = await connection?.catch(() => undefined)
      last?.held.clear()
      await last?.close()
    },
  }
}

type Connection = {
  /**
   * Calls a lock function, one at a time. If the call fails, the connection is closed, because a late response could
   * leave a lock that is never released.
   */
  query(name: 'pg_try_advisory_lock' | 'pg_advisory_unlock', lock: string): Promise<boolean>
  held: Set<string>
  ended: AbortSignal
  close(): Promise<void>
}

async function openConnection(url: string): Promise<Connection> {
  const client = createClient(url, { name: 'hanpyeon task locks', answer_within: 5_000 })
  await client.connect()
  const ending = new AbortController()
  client.once('end', () => ending.abort(new Error('The connection of the task locks has ended')))
  const limit = pLimit(1)
  const close = () => client.end().catch(() => {})
  return {
    query: async (name, lock) => {
      const text = `select ${name}($1, hashtext($2)) as done`
      try {
        const { rows } = await limit(() =>
          client.query<{ done: boolean }>(text, [lockClasses.task, lock]),
        )
        return rows[0]?.done === true
      } catch (error) {
        ending.abort(new Error('The connection of the task locks does not answer'))
        void close()
        throw error
      }
    },
    held: new Set(),
    ended: ending.signal,
    close,
  }
}
