import { isWritable } from '#server/db/client.ts'
import { createPool } from '#server/db/connection.ts'
import { metrics, secondsSince } from '#server/shared/metrics.ts'
import type { Logger } from '#server/shared/logger.ts'
import { runWithRequestId } from '#server/shared/request-id.ts'
import type { JobHandler, JobHandlers, JobLane, JobName } from './job-types.ts'
import { startLocalTask } from './periodic-task.ts'
import { readTaskStats, releaseJob, releaseJobsOfWorkers, type TaskStats } from './queue-queries.ts'
import { scheduleSharedTasks } from './shared-tasks.ts'
import type { TaskDefinition } from './task-types.ts'
import { openWorkerLiveness } from './worker-liveness.ts'
import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger as QueueLogger,
  run,
  type Runner,
  type RunnerOptions as QueueOptions,
  type TaskList,
} from 'graphile-worker'
import type pg from 'pg'

/**
 * Must exceed the time live workers need to reconnect after a restart or a failover of PostgreSQL. With the checks, the
 * jobs of a killed worker restart within 10 s.
 */
const defaultGraceMs = 6_000
const graceCheckSeconds = 1

/** Shared tasks that one process runs at a time: long ones do not delay the others. */
const maxConcurrentTasks = 4

export type RunnerOptions = {
  /** URL of the owner role: the application role cannot access the queue's tables. */
  owner_url: string
  jobs: JobHandlers
  /** Periodic tasks, shared with other workers or of this process. */
  tasks?: readonly TaskDefinition[]
  /** Concurrent jobs of each lane in this process. Jobs of a lane without a number run in the light lane. */
  concurrency: Partial<Record<JobLane, number>> & { light: number }
  /** Jobs that this process does not run. */
  excluded?: readonly JobName[]
  log: Logger
  /** Time without a liveness lock after which a worker's jobs are released to others, in ms. */
  grace_ms?: number
  /** Called when the queue has stopped by itself, e.g. because it could not record a result: restart the process. */
  onLost?: () => void
}

export type JobRunner = {
  readTaskStats(): Promise<TaskStats[]>
  /** Whether the database of the queue can be reached and accepts writes. */
  isLive(): Promise<boolean>
  stop(): Promise<void>
}

/** The abort reason of a job's signal. */
class WorkerStopping extends Error {
  constructor() {
    super('The worker is stopping')
  }
}

/**
 * Runs queue jobs. Graphile Worker records the worker pool that locked a job; each pool holds an advisory lock as a sign of
 * liveness, and any other process releases the jobs of a pool without one within seconds. (The queue's own timeout for
 * that is four hours.)
 *
 * - A failed job is retried after e^attempts seconds, until its attempts are used up.
 * - A job of a dead worker keeps its started attempt, so that a job that kills workers ends as well.
 * - `stop()` aborts the signal of running jobs; jobs that throw then are released at once, without counting the attempt.
 */
export async function startJobRunner(options: RunnerOptions): Promise<JobRunner> {
  const { log, grace_ms: grace = defaultGraceMs } = options
  const { pool, dropConnections } = createPool(options.owner_url, {
    name: 'hanpyeon jobs',
    // Each runner uses one connection to listen and others to lock and complete jobs.
    connections: 10,
    limits: 'none',
    is_primary: true,
  })
  pool.on('error', (error) => log.warn({ error: error.message }, 'jobs lost a connection'))
  const liveness = await openWorkerLiveness(options.owner_url, log, dropConnections)
  const stopping = new AbortController()
  const events = new EventEmitter()
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) =>
    liveness.register(workerPool.id),
  )
  const start = async (
    taskOptions: Pick<QueueOptions, 'taskList' | 'parsedCronItems' | 'concurrency'>,
  ) => {
    const runner = await run({
      pgPool: pool,
      noHandleSignals: true,
      pollInterval: 2_000,
      // With a delay of 0, `stop` waits until the result of each job is recorded.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: createQueueLogger(log, stopping.signal),
      events,
      ...taskOptions,
    })
    runner.promise.catch((error: Error) => {
      if (stopping.signal.aborted) return
      log.error({ error: error.message }, 'job queue stopped')
      options.onLost?.()
    })
    return runner
  }
  const context = { log, pool, stopping: stopping.signal }
  const runners: Runner[] = []
  for (const [lane, laneNames] of jobsByLane(options))
    runners.push(
      await start({
        taskList: taskList(options.jobs, laneNames, context),
        concurrency: options.concurrency[lane] ?? 1,
      }),
    )
  const tasks = Map.groupBy(options.tasks ?? [], ({ scope }) => scope)
  const sharedTasks = tasks.get(undefined)
  if (sharedTasks) {
    const { startFrequent, ...schedule } = scheduleSharedTasks(sharedTasks, context)
    const runner = await start({ ...schedule, concurrency: maxConcurrentTasks })
    runners.push(runner)
    await startFrequent(runner.addJob)
  }

  const releaseDeadJobs = async () => {
    const dead = await liveness.findDeadWorkers(pool, grace)
    if (dead.length === 0) return
    log.warn({ pools: dead }, 'releasing jobs of dead workers')
    await releaseJobsOfWorkers(pool, dead)
  }
  // Each process measures for itself how long a worker has had no lock.
  const deadWorkersTask = {
    name: 'dead_workers',
    seconds: Math.min(graceCheckSeconds, grace / 3_000),
    run: releaseDeadJobs,
  }
  const localTasks = [deadWorkersTask, ...(tasks.get('each process') ?? [])].map((task) =>
    startLocalTask(task, { log }),
  )

  return {
    readTaskStats: () => readTaskStats(pool),
    isLive: () => isWritable(pool),
    async stop() {
      if (stopping.signal.aborted) return
      stopping.abort(new WorkerStopping())
      // A runner that stopped by itself has been logged.
      await Promise.allSettled([...runners, ...localTasks].map((running) => running.stop()))
      await liveness.close()
      await pool.end()
    },
  }
}

function jobsByLane({ jobs, excluded, concurrency }: RunnerOptions): Map<JobLane, JobName[]> {
  const names = (Object.keys(jobs) as JobName[]).filter((name) => !excluded?.includes(name))
  return Map.groupBy(names, (name) => {
    const { lane = 'light' } = jobs[name] ?? {}
    return concurrency[lane] === undefined ? 'light' : lane
  })
}

const createQueueLogger = (log: Logger, stopping: AbortSignal) =>
  new QueueLogger(() => (level, message) => {
    // Failed jobs are logged with their name when they run.
    const isLogged = message.startsWith('Failed task') || stopping.aborted
    if ((level === 'error' || level === 'warning') && !isLogged) log.warn({ message }, 'jobs')
  })

function taskList(
  jobs: JobHandlers,
  names: readonly JobName[],
  { log, pool, stopping }: { log: Logger; pool: pg.Pool; stopping: AbortSignal },
): TaskList {
  const perform = async (name: JobName, payload: unknown, { job }: JobHelpers) => {
    const began = performance.now()
    const { id: job_id, attempts: attempt, max_attempts } = job
    const ms = () => Math.round(performance.now() - began)
    const count = (outcome: string) =>
      metrics.job_seconds.labels(name, outcome).observe(secondsSince(began))
    try {
      const { run } = jobs[name] as JobHandler<JobName>
      await run(payload as never, { signal: stopping, attempt, max_attempts })
      count('done')
      log.info({ job: name, job_id, ms: ms() }, 'job done')
    } catch (error) {
      if (stopping.aborted) {
        await releaseJob(pool, job_id, job.locked_by ?? '')
        count('released')
        log.info({ job: name, job_id, ms: ms() }, 'job released')
      } else {
        const { message } = error as Error
        count('failed')
        log.warn({ job: name, job_id, attempt, max_attempts, error: message }, 'job failed')
      }
      throw error
    }
  }
  /** Runs the job in the context of the request that enqueued it, if there is one. */
  const performInContext = (name: JobName, raw: unknown, helpers: JobHelpers) => {
    const { request_id, ...payload } = raw as { request_id?: string }
    const runJob = () => perform(name, payload, helpers)
    return request_id === undefined ? runJob() : runWithRequestId(request_id, runJob)
  }
  return Object.fromEntries(
    names.map((name) => [name, (payload, helpers) => performInContext(name, payload, helpers)]),
  )
}
