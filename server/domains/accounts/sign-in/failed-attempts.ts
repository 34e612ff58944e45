import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { countUnblockedAttempt, deleteRateLimit, findBlockedUntil } from '../rate-limit-queries.ts'

/**
 * D-13: the fifth failed attempt delays the next one by 1 s; each further failure doubles the delay, up to 5 minutes. No
 * account is locked permanently: a passkey still signs in, and a password reset clears the attempts.
 */
const freeAttempts = 5
const maxDelaySeconds = 300
/** The count of attempts restarts after this time without one. */
const attemptsExpireAfterSeconds = 24 * 3_600

/** Keyed hash of the subject, so that registered and unregistered addresses behave alike. */
const bucketOf = ({ encryption }: Pick<AccountsDependencies, 'encryption'>, subject: string) =>
  `guesses:${encryption.blindIndex('email', subject).toString('base64url')}`

/**
 * Counts an attempt as a failure before the credential is checked, in its own transaction. Concurrent attempts update the
 * same row, so they gain no extra guesses. `clearAttempts` resets the count after a success.
 * @param subject an e-mail address, or a key that cannot be one
 * @throws ProblemError `rate_limited` while attempts are blocked; such an attempt is not counted.
 */
export async function countAttempt(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  deps: Pick<AccountsDependencies, 'encryption'>,
  subject: string,
) {
  const bucket = bucketOf(deps, subject)
  const at = now.toISOString()
  const expiredBefore = new Date(now.getTime() - attemptsExpireAfterSeconds * 1_000).toISOString()
  const wait = await transact(async (tx) => {
    const attemptLimits = { expiredBefore, freeAttempts, maxDelaySeconds }
    if (await countUnblockedAttempt(tx, bucket, at, attemptLimits)) return 0
    const blockedUntil = await findBlockedUntil(tx, bucket)
    return Math.max(1, Date.parse(blockedUntil ?? at) - now.getTime())
  })
  if (wait > 0) throwProblem('rate_limited', { retry_after: Math.ceil(wait / 1_000) })
}

/** Resets the count after a correct attempt or a change of password. */
export async function clearAttempts(
  tx: Tx,
  deps: Pick<AccountsDependencies, 'encryption'>,
  subject: string,
) {
  await deleteRateLimit(tx, bucketOf(deps, subject))
}
