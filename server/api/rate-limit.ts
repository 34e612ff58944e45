import { throwProblem } from '#server/shared/problem-error.ts'
import { clockToleranceMs } from '#server/shared/clock.ts'
import type { Tx } from '#server/db/client.ts'
import { type DatabaseLimit, databaseLimits } from './limits.ts'
import { sql } from 'kysely'

/** A limit and the subject that it counts. */
export type RateLimitUse = readonly [limit: DatabaseLimit, subject: number | string]

/** Key of the row that counts a use. */
export const bucketOf = ([name, subject]: RateLimitUse) => `${name}:${subject}`

/**
 * Counts one use and rejects uses beyond the limit. Windows are fixed, one row per subject, shared by all processes; one
 * that begins in the future has ended. Call it in a transaction of its own, so that a later problem does not roll back the
 * count.
 * @throws ProblemError `rate_limited`, with the seconds to wait
 */
export async function consumeRateLimit(tx: Tx, use: RateLimitUse, now: Date) {
  const [bucket, limit] = [bucketOf(use), databaseLimits[use[0]]]
  const { startedAfter, startedUntil } = runningWindow(limit, now)
  const isRunning = sql`t.window_started_at > ${startedAfter} and t.window_started_at <= ${startedUntil}`
  const { rows } = await sql<{ count: number; window_started_at: string }>`
    insert into rate_limits as t (bucket, window_started_at, count) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set
      count = case when ${isRunning} then t.count + 1 else 1 end,
      window_started_at = case when ${isRunning} then t.window_started_at else ${now} end
    returning count, window_started_at`.execute(tx)
  const row = rows[0]
  if (row && row.count > limit.times) throwRateLimited(row.window_started_at, limit, now)
}

/**
 * Checks a limit without counting a use, before expensive work that is counted later.
 * @throws ProblemError `rate_limited`, with the seconds to wait
 */
export async function checkRateLimit(tx: Tx, use: RateLimitUse, now: Date) {
  const [bucket, limit] = [bucketOf(use), databaseLimits[use[0]]]
  const { startedAfter, startedUntil } = runningWindow(limit, now)
  const { rows } = await sql<{ window_started_at: string }>`
    select window_started_at from rate_limits where bucket = ${bucket} and count >= ${limit.times}
      and window_started_at > ${startedAfter} and window_started_at <= ${startedUntil}`.execute(tx)
  if (rows[0]) throwRateLimited(rows[0].window_started_at, limit, now)
}

/** When a window began that runs at `now`. */
const runningWindow = ({ seconds }: { seconds: number }, now: Date) => ({
  startedAfter: new Date(now.getTime() - seconds * 1_000),
  startedUntil: new Date(now.getTime() + clockToleranceMs),
})

function throwRateLimited(startedAt: string, { seconds }: { seconds: number }, now: Date): never {
  const left = Math.ceil((Date.parse(startedAt) - now.getTime()) / 1_000 + seconds)
  throwProblem('rate_limited', { retry_after: Math.min(Math.max(left, 1), seconds) })
}
