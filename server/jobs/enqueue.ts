import type { Tx } from '../db/client.ts'
import { currentRequestId } from '#server/shared/request-id.ts'
import type { JobName, JobPayloads } from './job-types.ts'
import { sql } from 'kysely'

export type EnqueueOptions = {
  /** A job with the same key replaces the one that waits. */
  key?: string
  run_at?: Date
  max_attempts?: number
  /** Jobs of one queue run one after another. */
  queue?: string
  /** Lower goes first; 0 unless told. */
  priority?: number
}

/** Puts a job in with the transaction: it exists if and only if `tx` commits. */
export async function enqueue<N extends JobName>(
  tx: Tx,
  name: N,
  payload: JobPayloads[N],
  options: EnqueueOptions = {},
): Promise<void> {
  // So that a job's lines can be found by the request that it came of: see `runner.ts`.
  const request_id = currentRequestId()
  const told = request_id === undefined ? payload : { ...payload, request_id }
  await sql`select enqueue_job(
    task => ${name}, payload => ${JSON.stringify(told)}::json, job_key => ${options.key ?? null},
    run_at => ${options.run_at ?? null}::timestamptz, max_attempts => ${options.max_attempts ?? null}::int,
    queue => ${options.queue ?? null}, priority => ${options.priority ?? null}::int)`.execute(tx)
}
