import { throwProblem } from '#server/shared/problem-error.ts'
import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** So many times within so many seconds. */
export type RateLimit = { times: number; seconds: number }

/**
 * Counts one more of `bucket` and refuses what is over its allowance. Windows are fixed, one row a bucket, shared by
 * every process. Give it a transaction of its own: a refusal of what follows must not take the count back.
 * @throws Refusal `rate_limited`, with the seconds to wait.
 */
export async function consumeRateLimit(tx: Tx, bucket: string, allowance: RateLimit, now: Date) {
  const { times, seconds } = allowance
  const { rows } = await sql<{ hits: number; began_at: string }>`
    insert into throttles as t (bucket, began_at, hits) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set
      hits = case when t.began_at + make_interval(secs => ${seconds}) <= ${now} then 1 else t.hits + 1 end,
      began_at = case when t.began_at + make_interval(secs => ${seconds}) <= ${now} then ${now} else t.began_at end
    returning hits, began_at`.execute(tx)
  const row = rows[0]
  if (row && row.hits > times) refuseUntil(Date.parse(row.began_at) + seconds * 1_000, now)
}

/**
 * Whether `bucket` has room for one more, without counting it: for what costs much before it is counted.
 * @throws Refusal `rate_limited`, with the seconds to wait.
 */
export async function checkRateLimit(tx: Tx, bucket: string, allowance: RateLimit, now: Date) {
  const { rows } = await sql<{ began_at: string }>`
    select began_at from throttles where bucket = ${bucket} and hits >= ${allowance.times}`.execute(
    tx,
  )
  const began = rows[0]?.began_at
  if (began) refuseUntil(Date.parse(began) + allowance.seconds * 1_000, now)
}

function refuseUntil(ends: number, now: Date) {
  const seconds = Math.ceil((ends - now.getTime()) / 1_000)
  if (seconds > 0) throwProblem('rate_limited', { retry_after: seconds })
}
