import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { sql } from 'kysely'

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
  parts: Pick<AccountsDependencies, 'encryption'>,
  subject: string,
) {
  const bucket = bucketOf(parts, subject)
  const at = now.toISOString()
  const expiredBefore = new Date(now.getTime() - attemptsExpireAfterSeconds * 1_000).toISOString()
  const wait = await transact(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      insert into rate_limits as t (bucket, window_started_at, count) values (${bucket}, ${at}, 1)
      on conflict (bucket) do update set
        window_started_at = ${at},
        count = case when t.window_started_at <= ${expiredBefore} then 1 else least(t.count, 1000) + 1 end,
        blocked_until = case when t.window_started_at > ${expiredBefore} and t.count + 1 >= ${freeAttempts}
          then ${at}::timestamptz + make_interval(secs => least(${maxDelaySeconds}, power(2, least(t.count + 1 - ${freeAttempts}, 20))))
        end
      where t.blocked_until is null or t.blocked_until <= ${at}
      returning count`.execute(tx)
    if (rows[0]) return 0
    const row = await tx
      .selectFrom('rate_limits')
      .select('blocked_until')
      .where('bucket', '=', bucket)
      .executeTakeFirst()
    return Math.max(1, Date.parse(row?.blocked_until ?? at) - now.getTime())
  })
  if (wait > 0) throwProblem('rate_limited', { retry_after: Math.ceil(wait / 1_000) })
}

/** Resets the count after a correct attempt or a change of password. */
export async function clearAttempts(
  tx: Tx,
  parts: Pick<AccountsDependencies, 'encryption'>,
  subject: string,
) {
  await tx.deleteFrom('rate_limits').where('bucket', '=', bucketOf(parts, subject)).execute()
}
