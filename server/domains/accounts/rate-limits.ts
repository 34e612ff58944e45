import type { Tx } from '#server/db/client.ts'
import { guessLimit } from '#server/api/limits.ts'
import { bucketOf, consumeRateLimit, type RateLimitUse } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { countUnblockedAttempt, deleteRateLimit, findBlock } from './rate-limit-queries.ts'

type KeyedHash = Pick<AccountsDependencies, 'encryption'>

/** Stores the subject, which may be an address or a number, as a keyed hash. */
const hashed = ({ encryption }: KeyedHash, [name, subject]: RateLimitUse): RateLimitUse => [
  name,
  encryption.blindIndex('address', String(subject)).toString('base64url'),
]

/**
 * Consumes several limits, all or none, in its own transaction. Pass them in the order of `databaseLimits`, so that
 * concurrent calls lock the rows in the same order and cannot deadlock.
 * @throws ProblemError `rate_limited`, with the seconds to wait.
 */
export async function consumeRateLimits(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  { limits, encryption }: Pick<AccountsDependencies, 'limits' | 'encryption'>,
  uses: readonly RateLimitUse[],
) {
  if (!limits) return
  await transact(async (tx) => {
    for (const use of uses) await consumeRateLimit(tx, hashed({ encryption }, use), now)
  })
}

/** Resets a limit after a success that nobody else could have had. */
export const clearRateLimit = (tx: Tx, deps: KeyedHash, use: RateLimitUse) =>
  deleteRateLimit(tx, bucketOf(hashed(deps, use)))

/** Keyed hash of the subject, because it may contain an e-mail address. */
const guessBucket = ({ encryption }: KeyedHash, subject: string) =>
  `guesses:${encryption.blindIndex('email', subject).toString('base64url')}`

/**
 * Counts an attempt as a failure before the credential is checked, in its own transaction. Concurrent attempts update the
 * same row, so they gain no extra guesses. `clearAttempts` resets the count after a success.
 * @param subject the secret that is guessed and the source of the guesses, so that nobody uses up the attempts of another
 * @returns the attempts left before one delays the next.
 * @throws ProblemError `rate_limited` while attempts are blocked; such an attempt is not counted.
 */
export async function countAttempt(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  deps: KeyedHash,
  subject: string,
): Promise<number> {
  const bucket = guessBucket(deps, subject)
  const at = now.toISOString()
  const { times: freeAttempts, seconds, max_delay_seconds: maxDelaySeconds } = guessLimit
  const expiredBefore = new Date(now.getTime() - seconds * 1_000).toISOString()
  const { count, wait } = await transact(async (tx) => {
    const attemptLimits = { expiredBefore, freeAttempts, maxDelaySeconds }
    const attempts = await countUnblockedAttempt(tx, bucket, at, attemptLimits)
    if (attempts !== undefined) return { count: attempts, wait: 0 }
    const block = await findBlock(tx, bucket)
    const blockedMs = Date.parse(block?.blocked_until ?? at) - now.getTime()
    return { count: 0, wait: Math.max(1, blockedMs) }
  })
  if (wait > 0) throwProblem('rate_limited', { retry_after: Math.ceil(wait / 1_000) })
  return Math.max(0, guessLimit.times - count)
}

/** Resets the count after a correct attempt or a change of password. */
export const clearAttempts = (tx: Tx, deps: KeyedHash, subject: string) =>
  deleteRateLimit(tx, guessBucket(deps, subject))
