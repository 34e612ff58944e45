import { maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { maskEmail } from '#contract/core/masking.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { targetIndex } from '../verification/verification-codes.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { isVerified, consumeVerification } from '../verification/verified-contacts.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type RecoveredEmail = { email: string; joined_on: string }

/**
 * Finds the e-mail address of the account with a verified phone and the given name (D-14). A wrong name and an
 * unregistered phone get the same response. The verification is valid for one success or five attempts.
 * @throws ProblemError `verification_required`, `rate_limited` or `account_not_found`
 */
export async function recoverEmail(
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'session'>,
  parts: AccountsDependencies,
  { username, phonenumber }: { username: string; phonenumber: string },
): Promise<RecoveredEmail> {
  const { db, transact, now, session } = caller
  if (!session) throwProblem('verification_required')
  const { id: session_id } = session
  const targets = { phone: phonenumber }
  if (!(await isVerified(db, parts.encryption, { session_id, now }, targets)))
    throwProblem('verification_required')
  await consumeRateLimits(caller, parts, [['id_searches', phonenumber]])
  const outcome = await transact(async (tx): Promise<RecoveredEmail | 'unproven' | 'unknown'> => {
    const attempts = await countRecoveryAttempt(tx, session_id)
    if (
      attempts === null ||
      !(await isVerified(tx, parts.encryption, { session_id, now }, targets))
    )
      return 'unproven'
    const member = await tx
      .selectFrom('members')
      .select(['email', 'username', 'created_at'])
      .where('phone_blind_index', '=', targetIndex(parts.encryption, 'phone', phonenumber))
      .executeTakeFirst()
    const isNameMatch = member?.username === username.normalize('NFC')
    if (isNameMatch || attempts >= maxCodeAttempts)
      await consumeVerification(tx, session_id, 'phone')
    return member && isNameMatch
      ? { email: maskEmail(member.email), joined_on: seoulDate(member.created_at) }
      : 'unknown'
  })
  if (outcome === 'unproven') throwProblem('verification_required')
  if (outcome === 'unknown') throwProblem('account_not_found')
  return outcome
}

/** Counts an attempt with the verification, under its row lock. @returns the count, or null if none is left. */
async function countRecoveryAttempt(tx: Tx, session_id: number): Promise<number | null> {
  const row = await tx
    .updateTable('verification_codes')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('session_id', '=', session_id)
    .where('channel', '=', 'phone')
    .where('attempts', '<', maxCodeAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}
