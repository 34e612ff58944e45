import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { sql } from 'kysely'

type AttemptLimits = {
  /** The count restarts if the last attempt was at this instant or earlier. */
  expiredBefore: string
  /** This attempt and later ones delay the next one. */
  freeAttempts: number
  maxDelaySeconds: number
}

/** Counts an attempt unless attempts are blocked. @returns the number of attempts, or undefined if it was not counted. */
export async function countUnblockedAttempt(
  tx: Tx,
  bucket: string,
  at: string,
  { expiredBefore, freeAttempts, maxDelaySeconds }: AttemptLimits,
): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits as t (bucket, window_started_at, count) values (${bucket}, ${at}, 1)
    on conflict (bucket) do update set
      window_started_at = ${at},
      count = case when t.window_started_at <= ${expiredBefore} then 1 else least(t.count, 1000) + 1 end,
      blocked_until = case when t.window_started_at > ${expiredBefore} and t.count + 1 >= ${freeAttempts}
        then ${at}::timestamptz + make_interval(secs => least(${maxDelaySeconds}, power(2, least(t.count + 1 - ${freeAttempts}, 20))))
      end
    where t.blocked_until is null or t.blocked_until <= ${at}
      -- Stored by a clock that was ahead: no block is longer than the longest delay.
      or t.blocked_until > ${at}::timestamptz + make_interval(secs => ${maxDelaySeconds})
    returning count`.execute(tx)
  return rows[0]?.count
}

export const findBlock = (db: Db, bucket: string) =>
  db
    .selectFrom('rate_limits')
    .select('blocked_until')
    .where('bucket', '=', bucket)
    .executeTakeFirst()

export const deleteRateLimit = (tx: Tx, bucket: string) =>
  tx.deleteFrom('rate_limits').where('bucket', '=', bucket).execute()

/** Deletes the counters of windows that began before `startedBefore`. */
export const deleteOldRateLimits = (
  transact: Transact,
  startedBefore: string,
  signal?: AbortSignal,
) => deleteInBatches(transact, 'rate_limits', sql`window_started_at <= ${startedBefore}`, signal)
