import type { Tx } from '../db/client.ts'
import { currentRequestId } from '#server/shared/request-id.ts'
import type { JobName, JobPayloads } from './job-types.ts'
import { sql } from 'kysely'

export type EnqueueOptions = {
  /** Replaces the waiting job with the same key. */
  key?: string
  run_at?: Date
  max_attempts?: number
  /** Jobs of the same queue run one at a time. */
  queue?: string
  /** Lower runs first; defaults to 0. */
  priority?: number
}

/** Enqueues a job in the transaction: it exists only if `tx` commits. */
export async function enqueue<N extends JobName>(
  tx: Tx,
  name: N,
  payload: JobPayloads[N],
  options: EnqueueOptions = {},
): Promise<void> {
  // The request id links the log lines of the job to the request: see `job-runner.ts`.
  const request_id = currentRequestId()
  const jobPayload = request_id === undefined ? payload : { ...payload, request_id }
  await sql`select enqueue_job(
    task => ${name}, payload => ${JSON.stringify(jobPayload)}::json, job_key => ${options.key ?? null},
    run_at => ${options.run_at ?? null}::timestamptz, max_attempts => ${options.max_attempts ?? null}::int,
    queue => ${options.queue ?? null}, priority => ${options.priority ?? null}::int)`.execute(tx)
}
