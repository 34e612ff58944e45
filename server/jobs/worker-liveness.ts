import type { Logger } from '#server/shared/logger.ts'
import { lockClasses } from '#server/db/advisory-locks.ts'
import { openSession, type Session } from '#server/db/connection.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const connectionName = 'hanpyeon liveness'
const reconnectDelayMs = 300

/**
 * Signals the liveness of workers. A worker pool holds an advisory lock in its name on one connection; PostgreSQL releases
 * it when the process dies in any way. A lost connection is reopened with all locks, so that a restart of PostgreSQL does
 * not look like the death of all workers.
 */
export type WorkerLiveness = {
  register(name: string): void
  /** Returns the lock owners of jobs that have been without a liveness lock for `grace` ms. */
  findDeadWorkers(pool: pg.Pool, grace: number): Promise<string[]>
  close(): Promise<void>
}

/** Whether a worker is connected to this database. */
export async function hasLiveWorker(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1`,
    [connectionName],
  )
  return rows.length > 0
}

/**
 * @param url of the owner role
 * @param onLost called when the connection is lost
 * @throws connection errors of the first attempt; afterwards it reconnects until `close`
 */
export async function openWorkerLiveness(
  url: string,
  log: Logger,
  onLost = () => {},
): Promise<WorkerLiveness> {
  const names = new Set<string>()
  const missing = new Map<string, number>()
  let session: Session | undefined
  let closing = false

  // Shared locks, so that two names with the same hash do not block each other.
  const lock = async (name: string) =>
    session?.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockClasses.worker, name])

  const connect = async () => {
    const opened = await openSession(url, connectionName)
    session = opened
    opened.ended.addEventListener('abort', () => {
      session = undefined
      if (!closing) void reconnect((opened.ended.reason as Error).message)
    })
    await Promise.all([...names].map(lock))
  }

  const reconnect = async (error: string) => {
    log.warn({ error }, 'liveness connection lost')
    onLost()
    while (!closing && !session) {
      await connect().catch(() => pause(reconnectDelayMs))
    }
  }

  await connect()
  return {
    register(name) {
      names.add(name)
      lock(name).catch(() => {})
    },
    async findDeadWorkers(pool, grace) {
      const { rows } = await pool.query<{ locked_by: string }>(
        `select distinct locked_by from graphile_worker.jobs
         where locked_by is not null and not exists (
           select from pg_locks
           where locktype = 'advisory' and classid = $1::bigint::oid and objsubid = 2
             and objid = (hashtext(locked_by)::bigint & 4294967295)::oid and granted)`,
        [lockClasses.worker],
      )
      const now = performance.now()
      const unlocked = rows.map((row) => row.locked_by).filter((name) => !names.has(name))
      for (const name of missing.keys()) if (!unlocked.includes(name)) missing.delete(name)
      for (const name of unlocked) if (!missing.has(name)) missing.set(name, now)
      return unlocked.filter((name) => now - (missing.get(name) ?? now) >= grace)
    },
    async close() {
      closing = true
      await session?.close()
    },
  }
}
