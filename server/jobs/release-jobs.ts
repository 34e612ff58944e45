import type pg from 'pg'

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
  await pool.query(notifyRunners)
}

/** The notification of the queue for new jobs: idle runners fetch jobs at once. */
const notifyRunners = `select pg_notify('jobs:insert', '{"count":1}')`
