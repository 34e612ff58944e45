import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { runWithRequestId } from '#server/shared/request-id.ts'
import type { JobName, JobHandlers } from './job-types.ts'
import { startPeriodicTask } from './periodic-task.ts'
import { openWorkerLiveness } from './worker-liveness.ts'
import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger as QueueLogger,
  run,
  type Runner,
  type TaskList,
} from 'graphile-worker'
import pg from 'pg'

/** Longer than live workers take to come back after a restart of PostgreSQL. */
const usualGrace = 3_000

export type RunnerOptions = {
  /** The owner's address: the queue's tables are not the application's. */
  owner_url: string
  work: JobHandlers
  /** Jobs that fill a core each, and how many of them run at once here. */
  cpu_bound: { names: readonly JobName[]; at_once: number }
  light_concurrency: number
  /** Jobs that wait for others rather than work, in a lane of their own: nobody's code is behind a drawing. */
  io_bound?: { names: readonly JobName[]; at_once: number }
  /** Jobs that viewers wait for, in a lane of their own: an encode that runs for an hour does not hold them up. */
  urgent?: { names: readonly JobName[]; at_once: number }
  /** Jobs to leave alone here; none unless told. */
  excluded?: readonly JobName[]
  log: Logger
  /** For how long a worker must show no sign of life before its jobs are given to others, in ms. */
  grace_ms?: number
  /** Told when the queue gave up by itself (it could not write down how a job ended): best to start anew. */
  onLost?: () => void
}

export type JobRunner = {
  /** Asks the queue's own tables, which are the owner's. */
  query: pg.Pool['query']
  /** Whether the queue can be reached. */
  isLive(): Promise<boolean>
  stop(): Promise<void>
}

/** What a job's signal is aborted with. */
class WorkerStopping extends Error {
  constructor() {
    super('The worker is stopping')
  }
}

/**
 * Works the jobs of the catalogue. The queue notes the pool that took a job; each pool shows that it lives by an
 * advisory lock in its name, and what belongs to a pool without one is given back by any other process within
 * seconds. (The queue's own time-out for that is four hours.)
 *
 * - A job that ends in an error is tried again after e^attempts seconds, until its attempts are used up.
 * - A job of a worker that died keeps the attempt it had begun: one that kills workers comes to an end, too.
 * - `stop()` aborts the signal of running jobs; those that end by it are given back at once, with their attempt.
 */
export async function startJobRunner(options: RunnerOptions): Promise<JobRunner> {
  const { log, grace_ms: grace = usualGrace } = options
  const pool = new pg.Pool({
    connectionString: options.owner_url,
    // Each lane listens on a connection of its own and needs another to take and end jobs.
    max: 8,
    application_name: 'hanpyeon jobs',
  })
  // The queue wants a listener on connections in use, too; what they fail at is told by the query itself.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => log.warn({ error: error.message }, 'jobs lost a connection'))
  const presence = await openWorkerLiveness(options.owner_url, log)
  const stopping = new AbortController()
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) =>
    presence.register(workerPool.id),
  )
  const logger = new QueueLogger(() => (level, message) => {
    // A job's failure is logged by its own line, with the job's name.
    const told = message.startsWith('Failed task') || stopping.signal.aborted
    if ((level === 'error' || level === 'warning') && !told) log.warn({ message }, 'jobs')
  })

  const names = (Object.keys(options.work) as JobName[]).filter(
    (name) => !options.excluded?.includes(name),
  )
  const isHeavy = (name: JobName) => options.cpu_bound.names.includes(name)
  const isWaiting = (name: JobName) => options.io_bound?.names.includes(name) ?? false
  const isUrgent = (name: JobName) => options.urgent?.names.includes(name) ?? false
  const kinds: [JobName[], number][] = [
    [names.filter(isHeavy), options.cpu_bound.at_once],
    [names.filter(isWaiting), options.io_bound?.at_once ?? 0],
    [names.filter(isUrgent), options.urgent?.at_once ?? 0],
    [
      names.filter((name) => !isHeavy(name) && !isWaiting(name) && !isUrgent(name)),
      options.light_concurrency,
    ],
  ]
  const start = async (chosen: readonly JobName[], concurrency: number) => {
    const runner = await run({
      pgPool: pool,
      concurrency,
      noHandleSignals: true,
      pollInterval: 2_000,
      // In batches `stop` waits until it is written down how each job ended; else nobody does.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: taskList(options.work, chosen, { log, pool, stopping: stopping.signal }),
      logger,
      events,
    })
    runner.promise.catch((error: Error) => {
      if (stopping.signal.aborted) return
      log.error({ error: error.message }, 'job queue stopped')
      options.onLost?.()
    })
    return runner
  }
  const runners: Runner[] = []
  for (const [chosen, at_once] of kinds)
    if (chosen.length > 0) runners.push(await start(chosen, at_once))

  const sweep = async () => {
    const dead = await presence.findDeadWorkers(pool, grace)
    if (dead.length === 0) return
    log.warn({ pools: dead }, 'releasing jobs of dead workers')
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
    await pool.query(wake)
  }
  const sweeping = startPeriodicTask({
    ...{ name: 'dead workers', interval_ms: grace / 3, run: sweep, log },
    // Each process notes for itself how long it has not seen another one.
    exclusive: 'each process',
  })

  return {
    query: pool.query.bind(pool) as pg.Pool['query'],
    isLive: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    async stop() {
      if (stopping.signal.aborted) return
      stopping.abort(new WorkerStopping())
      // One that stopped by itself has been logged.
      await Promise.allSettled(runners.map((runner) => runner.stop()))
      await sweeping.stop()
      await presence.close()
      await pool.end()
    },
  }
}

/** What the queue itself says when a job is put in: idle workers look at once. */
const wake = `select pg_notify('jobs:insert', '{"count":1}')`

type TaskParts = { log: Logger; pool: pg.Pool; stopping: AbortSignal }

function taskList(work: JobHandlers, names: readonly JobName[], parts: TaskParts): TaskList {
  const { log, pool, stopping } = parts
  const perform = async (name: JobName, payload: unknown, { job }: JobHelpers) => {
    const began = performance.now()
    const { id: job_id, attempts: attempt, max_attempts } = job
    const ms = () => Math.round(performance.now() - began)
    const count = (outcome: string) =>
      metrics.job_seconds.labels(name, outcome).observe(secondsSince(began))
    try {
      await work[name](payload as never, { signal: stopping, attempt, max_attempts })
      count('done')
      log.info({ job: name, job_id, ms: ms() }, 'job done')
    } catch (error) {
      if (stopping.aborted) {
        await giveBack(pool, job_id, job.locked_by ?? '')
        count('released')
        log.info({ job: name, job_id, ms: ms() }, 'job released')
      } else {
        const words = (error as Error).message
        count('failed')
        log.warn({ job: name, job_id, attempt, max_attempts, error: words }, 'job failed')
      }
      throw error
    }
  }
  /** In the name of the request that put it in, where one did. */
  const asked = (name: JobName, given: unknown, helpers: JobHelpers) => {
    const { request_id, ...payload } = given as { request_id?: string }
    const work = () => perform(name, payload, helpers)
    return request_id === undefined ? work() : runWithRequestId(request_id, work)
  }
  return Object.fromEntries(
    names.map((name) => [name, (payload, helpers) => asked(name, payload, helpers)]),
  )
}

/**
 * Makes a job free as if it had not been taken. The queue's own return would count the attempt and put the job
 * off; after this it finds the job no longer its own and leaves it alone.
 */
async function giveBack(pool: pg.Pool, jobId: string, poolId: string): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs
     set attempts = greatest(0, attempts - 1), locked_at = null, locked_by = null
     where id = $1 and locked_by = $2`,
    [jobId, poolId],
  )
  await pool.query(wake)
}
