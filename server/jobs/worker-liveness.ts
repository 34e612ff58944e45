import type { Logger } from '#server/shared/logger.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Names our advisory locks among those of others. */
const lockClass = 4_820_312
const connectionName = 'hanpyeon presence'
const reconnectEvery = 300

/**
 * Shows others that we live. Whoever works jobs holds an advisory lock in its name on one connection; when the
 * process dies, however it dies, PostgreSQL lets go of the lock. A connection that is lost is made again with all
 * its locks, so that a restart of PostgreSQL does not look like everybody's death.
 */
export type WorkerLiveness = {
  register(name: string): void
  /** Those among the holders of jobs that have been seen without a lock for `grace` ms. */
  findDeadWorkers(pool: pg.Pool, grace: number): Promise<string[]>
  close(): Promise<void>
}

/** Whether anybody works jobs in this database, as far as connections tell. */
export async function hasLiveWorker(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1`,
    [connectionName],
  )
  return rows.length > 0
}

/** @param url the owner's address. @throws what connecting throws, the first time; afterwards it tries until `close`. */
export async function openWorkerLiveness(url: string, log: Logger): Promise<WorkerLiveness> {
  const names = new Set<string>()
  const missing = new Map<string, number>()
  let client: pg.Client | undefined
  let closing = false

  /** One after the other: a connection takes one question at a time. */
  let asked: Promise<unknown> = Promise.resolve()
  const lock = (name: string) => {
    // Shared, so that two names with one hash never wait for each other.
    const question = asked.then(() =>
      client?.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockClass, name]),
    )
    asked = question.catch(() => {})
    return question
  }

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: connectionName,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      // A machine that lost its power says no goodbye: PostgreSQL finds out within half a minute.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    })
    next.on('error', () => {})
    try {
      await next.connect()
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
    next.once('end', () => {
      client = undefined
      if (!closing) void reconnect()
    })
    await Promise.all([...names].map(lock))
  }

  const reconnect = async () => {
    log.warn('liveness connection lost')
    while (!closing && !client) {
      await connect().catch(() => pause(reconnectEvery))
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
        `select distinct locked_by from graphile_worker._private_jobs
         where locked_by is not null and not exists (
           select from pg_locks
           where locktype = 'advisory' and classid = $1::bigint::oid and objsubid = 2
             and objid = (hashtext(locked_by)::bigint & 4294967295)::oid and granted)`,
        [lockClass],
      )
      const now = performance.now()
      const seen = rows.map((row) => row.locked_by).filter((name) => !names.has(name))
      for (const name of missing.keys()) if (!seen.includes(name)) missing.delete(name)
      for (const name of seen) if (!missing.has(name)) missing.set(name, now)
      return seen.filter((name) => now - (missing.get(name) ?? now) >= grace)
    },
    async close() {
      closing = true
      await client?.end()
    },
  }
}
