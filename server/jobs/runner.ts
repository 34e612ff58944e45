import type { Log } from '../kernel/log.ts'
import type { JobName, JobWork } from './catalogue.ts'
import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger,
  makeWorkerUtils,
  run,
  type Runner,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'

/** How often the jobs of workers that died are given back, in ms. */
const sweepEvery = 5_000
/** Names our advisory locks among those of others. */
const lockClass = 4_820_312

export type RunnerOptions = {
  /** The owner's address: the queue's tables are not the application's. */
  owner_url: string
  work: JobWork
  /** Jobs that fill a core each, and how many of them run at once here. */
  heavy: { names: readonly JobName[]; at_once: number }
  light_at_once: number
  log: Log
}

export type JobRunner = { stop(): Promise<void> }

/**
 * Works the jobs of the catalogue. Each of its workers holds an advisory lock in its name on one connection; when
 * the process dies, however it dies, PostgreSQL lets go of the locks, and the next sweep of any other process
 * gives the jobs back within seconds. (The queue's own time-out for that is four hours.)
 */
export async function runJobs(options: RunnerOptions): Promise<JobRunner> {
  const { log } = options
  const pool = new pg.Pool({
    connectionString: options.owner_url,
    max: 6,
    application_name: 'hanpyeon jobs',
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'jobs lost a connection'))
  const logger = new Logger(() => (level, message) => {
    // A task's failure is logged by its own line, with the job's name.
    if ((level === 'error' || level === 'warning') && !message.startsWith('Failed task')) log.warn({ message }, 'jobs')
  })

  const presence = await openPresence(options.owner_url, () => {
    // Without the lock others may take our jobs: better to end and be started again than to work twice.
    log.error('lost the connection that shows this worker is alive')
    process.kill(process.pid, 'SIGTERM')
  })
  const events = new EventEmitter()
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) => {
    presence.hold(worker.workerId)
  })

  const names = Object.keys(options.work) as JobName[]
  const start = (chosen: readonly JobName[], concurrency: number) =>
    run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      taskList: taskList(options.work, chosen, log),
      logger,
      events,
    })
  const light = names.filter((name) => !options.heavy.names.includes(name))
  const runners: Runner[] = [
    await start(options.heavy.names, options.heavy.at_once),
    await start(light, options.light_at_once),
  ]

  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  const sweep = async () => {
    const dead = await presence.findDead(pool)
    if (dead.length === 0) return
    log.warn({ workers: dead.length }, 'giving back the jobs of workers that died')
    await utils.forceUnlockWorkers(dead)
  }
  const sweepQuietly = () =>
    sweep().catch((error: Error) => log.warn({ error: error.message }, 'sweep'))
  await sweepQuietly()
  const timer = setInterval(() => void sweepQuietly(), sweepEvery)

  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(runners.map((runner) => runner.stop()))
      await utils.release()
      await presence.close()
      await pool.end()
    },
  }
}

function taskList(work: JobWork, names: readonly JobName[], log: Log): TaskList {
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (payload: unknown, helpers: JobHelpers) => {
        const began = performance.now()
        const { id, attempts, max_attempts } = helpers.job
        try {
          await work[name](payload as never, {
            signal: helpers.abortSignal,
            attempt: attempts,
            max_attempts,
          })
          log.info({ job: name, job_id: id, ms: Math.round(performance.now() - began) }, 'job done')
        } catch (error) {
          log.warn(
            { job: name, job_id: id, attempt: attempts, error: (error as Error).message },
            'job failed',
          )
          throw error
        }
      },
    ]),
  )
}

async function openPresence(url: string, lost: () => void) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hanpyeon presence',
    keepAlive: true,
  })
  let closing = false
  client.on('error', () => {})
  client.on('end', () => {
    if (!closing) lost()
  })
  await client.connect()
  return {
    hold(workerId: string) {
      void client
        .query('select pg_advisory_lock($1, hashtext($2))', [lockClass, workerId])
        .catch(() => {})
    },
    /** Workers that hold jobs and no lock. */
    async findDead(pool: pg.Pool): Promise<string[]> {
      const { rows } = await pool.query<{ locked_by: string }>(
        `select distinct locked_by from graphile_worker._private_jobs
         where locked_by is not null and locked_at < now() - interval '2 seconds'
           and not exists (
             select from pg_locks
             where locktype = 'advisory' and classid = $1::bigint::oid and objsubid = 2
               and objid = (hashtext(locked_by)::bigint & 4294967295)::oid and granted)`,
        [lockClass],
      )
      return rows.map((row) => row.locked_by)
    },
    async close() {
      closing = true
      await client.end()
    },
  }
}
