import { throwProblem } from '#server/shared/problem-error.ts'
import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** At most `times` per `seconds`. */
export type RateLimit = { times: number; seconds: number }

/**
 * Counts one use of `bucket` and rejects uses beyond the limit. Windows are fixed, one row per bucket, shared by all
 * processes. Call it in a transaction of its own, so that a later problem does not roll back the count.
 * @throws ProblemError `rate_limited`, with the seconds to wait
 */
export async function consumeRateLimit(tx: Tx, bucket: string, limit: RateLimit, now: Date) {
  const { times, seconds } = limit
  const { rows } = await sql<{ count: number; window_started_at: string }>`
    insert into rate_limits as t (bucket, window_started_at, count) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set
      count = case when t.window_started_at + make_interval(secs => ${seconds}) <= ${now} then 1 else t.count + 1 end,
      window_started_at = case when t.window_started_at + make_interval(secs => ${seconds}) <= ${now} then ${now} else t.window_started_at end
    returning count, window_started_at`.execute(tx)
  const row = rows[0]
  if (row && row.count > times)
    throwRateLimited(Date.parse(row.window_started_at) + seconds * 1_000, now)
}

/**
 * Checks `bucket` without counting a use, before expensive work that is counted later.
 * @throws ProblemError `rate_limited`, with the seconds to wait
 */
export async function checkRateLimit(tx: Tx, bucket: string, limit: RateLimit, now: Date) {
  const { rows } = await sql<{ window_started_at: string }>`
    select window_started_at from rate_limits where bucket = ${bucket} and count >= ${limit.times}`.execute(
    tx,
  )
  const beganAt = rows[0]?.window_started_at
  if (beganAt) throwRateLimited(Date.parse(beganAt) + limit.seconds * 1_000, now)
}

function throwRateLimited(windowEnd: number, now: Date) {
  const seconds = Math.ceil((windowEnd - now.getTime()) / 1_000)
  if (seconds > 0) throwProblem('rate_limited', { retry_after: seconds })
}
