import type pg from 'pg'
import { periodicJob } from './shared-tasks.ts'

/** Jobs of one task. Running jobs are not due. */
export type TaskStats = {
  task: string
  due: number
  /** For how long the oldest job has been due, in seconds. */
  waits: number
  failing: number
  dead: number
}

/** Reads the statistics of each task with at least one job. */
export async function readTaskStats(pool: Pick<pg.Pool, 'query'>): Promise<TaskStats[]> {
  const { rows } = await pool.query<TaskStats>(
    `select task_identifier as task,
      count(*) filter (where is_due)::int as due,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float as waits,
      count(*) filter (where attempts > 0 and attempts < max_attempts and last_error is not null)::int as failing,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead
     from (
       select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
       from graphile_worker.jobs) j
     group by task_identifier`,
  )
  return rows
}

/**
 * Releases a running job of this process as if it had not been locked. The queue's own failure handling would count the
 * attempt and delay the job; after this update it no longer matches the job's lock and does nothing.
 *
 * The only use of the queue's private tables outside migrations: `reschedule_jobs` ignores locked jobs, and
 * `force_unlock_workers` unlocks all jobs of a pool, which others would then run a second time.
 */
export async function releaseJob(pool: pg.Pool, jobId: string, poolId: string): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs
     set attempts = greatest(0, attempts - 1), locked_at = null, locked_by = null
     where id = $1 and locked_by = $2`,
    [jobId, poolId],
  )
  await pool.query(notifyRunners)
}

/** Releases the jobs of dead worker pools. Their started attempts count. */
export async function releaseJobsOfWorkers(pool: pg.Pool, poolIds: string[]): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [poolIds])
  // A run of a periodic task that has used up its attempts: the next one follows by the schedule.
  await pool.query(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
       where task_identifier = $1 and attempts >= max_attempts and locked_at is null))`,
    [periodicJob],
  )
  await pool.query(notifyRunners)
}

/** The notification of the queue for new jobs: idle runners fetch jobs at once. */
const notifyRunners = `select pg_notify('jobs:insert', '{"count":1}')`
