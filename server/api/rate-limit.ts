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
  const { rows } = await sql<{ hits: number; began_at: string }>`
    insert into throttles as t (bucket, began_at, hits) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set
      hits = case when t.began_at + make_interval(secs => ${seconds}) <= ${now} then 1 else t.hits + 1 end,
      began_at = case when t.began_at + make_interval(secs => ${seconds}) <= ${now} then ${now} else t.began_at end
    returning hits, began_at`.execute(tx)
  const row = rows[0]
  if (row && row.hits > times) throwRateLimited(Date.parse(row.began_at) + seconds * 1_000, now)
}

/**
 * Checks `bucket` without counting a use, before expensive work that is counted later.
 * @throws ProblemError `rate_limited`, with the seconds to wait
 */
export async function checkRateLimit(tx: Tx, bucket: string, limit: RateLimit, now: Date) {
  const { rows } = await sql<{ began_at: string }>`
    select began_at from throttles where bucket = ${bucket} and hits >= ${limit.times}`.execute(tx)
  const beganAt = rows[0]?.began_at
  if (beganAt) throwRateLimited(Date.parse(beganAt) + limit.seconds * 1_000, now)
}

function throwRateLimited(windowEnd: number, now: Date) {
  const seconds = Math.ceil((windowEnd - now.getTime()) / 1_000)
  if (seconds > 0) throwProblem('rate_limited', { retry_after: seconds })
}
