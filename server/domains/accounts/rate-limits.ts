import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import type { Tx } from '#server/db/client.ts'
import { type RateLimit, consumeRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from './dependencies.ts'
import { countUnblockedAttempt, deleteRateLimit, findBlock } from './rate-limit-queries.ts'

const hour = 3_600

/**
 * Limits per account, phone, mailbox or network (decisions/0011-guessing). All processes share the counts, which are in
 * the database.
 */
const rateLimits = {
  /** Codes to one mailbox or phone. With five attempts for each code, this allows 25 guesses an hour. */
  codes_to_target: { times: 5, seconds: hour },
  codes_from_address: { times: 20, seconds: hour },
  signups_from_address: { times: 10, seconds: hour },
  resets_from_address: { times: 20, seconds: hour },
  /**
   * Password reset links for one account. While the limit is reached, the last link is valid (decisions/0010-passwords).
   */
  resets_of_account: { times: 3, seconds: passwordResetLinkMinutes * 60 },
  logins_from_address: { times: 30, seconds: 300 },
  /**
   * Sign-ins to one account from all networks and browsers that have not signed in to it before
   * (decisions/0011-guessing).
   */
  logins_from_unknown_networks: { times: 300, seconds: hour },
  /** A change revokes reset links: without a limit someone with the password could keep the owner from using one. */
  password_changes_of_member: { times: 5, seconds: hour },
  /** Guest sessions opened for a passkey challenge: the same limit as sign-ins. */
  challenges_from_address: { times: 30, seconds: 300 },
  /** E-mail recovery attempts for one phone number. */
  id_searches: { times: 5, seconds: hour },
  /** Decoding an image takes up to seconds of CPU time. */
  pictures_of_member: { times: 20, seconds: hour },
  transfer_codes_of_member: { times: 10, seconds: hour },
  /** Guesses at transfer codes of 60 bits. */
  transfer_imports_of_member: { times: 10, seconds: hour },
  transfer_imports_from_address: { times: 30, seconds: hour },
} as const satisfies Record<string, RateLimit>

/** Name of the limit and its subject: an address, a number or an id. The subject is stored as a keyed hash. */
export type RateLimitUse = readonly [keyof typeof rateLimits, string]

type KeyedHash = Pick<AccountsDependencies, 'encryption'>

const limitBucket = ({ encryption }: KeyedHash, [name, subject]: RateLimitUse) =>
  `${name}:${encryption.blindIndex('address', subject).toString('base64url')}`

/**
 * Consumes several limits, all or none, in its own transaction. Pass them in the order of `rateLimits`, so that
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
    for (const use of uses)
      await consumeRateLimit(tx, limitBucket({ encryption }, use), rateLimits[use[0]], now)
  })
}

/** Resets a limit after a success that nobody else could have had. */
export const clearRateLimit = (tx: Tx, deps: KeyedHash, use: RateLimitUse) =>
  deleteRateLimit(tx, limitBucket(deps, use))

/** The fifth failed attempt delays the next one by 1 s; each further failure doubles the delay, up to 5 minutes. */
const freeAttempts = 5
const maxDelaySeconds = 300
/** The count of attempts restarts after this time without one. */
const attemptsExpireAfterSeconds = 24 * 3_600

/** Keyed hash of the subject, because it may contain an e-mail address. */
const bucketOf = ({ encryption }: KeyedHash, subject: string) =>
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
  const bucket = bucketOf(deps, subject)
  const at = now.toISOString()
  const expiredBefore = new Date(now.getTime() - attemptsExpireAfterSeconds * 1_000).toISOString()
  const { count, wait } = await transact(async (tx) => {
    const attemptLimits = { expiredBefore, freeAttempts, maxDelaySeconds }
    const attempts = await countUnblockedAttempt(tx, bucket, at, attemptLimits)
    if (attempts !== undefined) return { count: attempts, wait: 0 }
    const block = await findBlock(tx, bucket)
    const blockedMs = Date.parse(block?.blocked_until ?? at) - now.getTime()
    return { count: 0, wait: Math.max(1, blockedMs) }
  })
  if (wait > 0) throwProblem('rate_limited', { retry_after: Math.ceil(wait / 1_000) })
  return Math.max(0, freeAttempts - count)
}

/** Resets the count after a correct attempt or a change of password. */
export const clearAttempts = (tx: Tx, deps: KeyedHash, subject: string) =>
  deleteRateLimit(tx, bucketOf(deps, subject))
