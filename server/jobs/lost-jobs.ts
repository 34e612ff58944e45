import type { Database, Db, Tx } from '#server/db/client.ts'
import type { Jobs } from './job-types.ts'
import type { RunTask } from './task-types.ts'

/** Subjects of one job in one run. */
const maxRequeued = 100

/**
 * Returns the `requeueLost` of a job.
 * @param find returns at most `limit` subjects that need the job and have none
 */
export const requeueEach =
  <Subject>(
    { db, transact }: Pick<Database, 'db' | 'transact'>,
    find: (db: Db, limit: number) => Promise<readonly Subject[]>,
    enqueueJob: (tx: Tx, subject: Subject) => Promise<unknown>,
  ) =>
  async (): Promise<void> => {
    for (const subject of await find(db, maxRequeued))
      await transact((tx) => enqueueJob(tx, subject))
  }

/** Returns the task that enqueues lost jobs. A job that fails to do so does not stop the others. */
export const requeueLostJobs =
  (jobs: Jobs): RunTask =>
  async (signal) => {
    const failed: unknown[] = []
    for (const { requeueLost } of Object.values(jobs))
      if (typeof requeueLost === 'function' && !signal.aborted)
        await requeueLost(signal).catch((error: unknown) => failed.push(error))
    if (failed.length > 0) throw failed[0]
  }
