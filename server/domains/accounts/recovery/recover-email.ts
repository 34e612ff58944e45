import { normalizeText } from '#contract/core/characters.ts'
import { maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { maskEmail } from '#contract/core/masking.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findAccount } from '../member-queries.ts'
import { isVerified, requirePhoneVerification } from '../verification/verify-contact.ts'
import { countCodeAttempt, deleteCodes } from '../verification/code-queries.ts'
import { consumeRateLimits } from '../rate-limits.ts'

/**
 * Finds the e-mail address of the account with a verified phone and the given name. A wrong name and an
 * unregistered phone get the same response. The verification is valid for one success or five attempts.
 * @throws ProblemError `verification_required`, `rate_limited`, `account_not_found` or `phone_verification_off`
 */
export async function recoverEmail(
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'session'>,
  { encryption, limits, verifies_phone }: AccountsDependencies,
  { username, phonenumber }: { username: string; phonenumber: string },
): Promise<{ email: string; joined_on: string }> {
  requirePhoneVerification({ verifies_phone })
  const { db, transact, now, session } = caller
  if (!session) throwProblem('verification_required')
  const scope = { session_id: session.id, now }
  const targets = { phone: phonenumber }
  if (!(await isVerified(db, encryption, scope, targets))) throwProblem('verification_required')
  await consumeRateLimits(caller, { encryption, limits }, [['id_searches', phonenumber]])
  const outcome = await transact(async (tx) => {
    const code = { session_id: session.id, channel: 'phone' } as const
    // Counting locks the verification, so that concurrent attempts share the limit.
    const counted = await countCodeAttempt(tx, code, maxCodeAttempts)
    if (!counted || !(await isVerified(tx, encryption, scope, targets))) return 'unverified'
    const phone_blind_index = encryption.blindIndex('phone', phonenumber)
    const member = await findAccount(tx, { phone_blind_index })
    const isNameMatch = member?.username === normalizeText(username)
    if (isNameMatch || counted.attempts >= maxCodeAttempts)
      await deleteCodes(tx, session.id, ['phone'])
    return member && isNameMatch ? member : 'no_match'
  })
  if (outcome === 'unverified') throwProblem('verification_required')
  if (outcome === 'no_match') throwProblem('account_not_found')
  return { email: maskEmail(outcome.email), joined_on: seoulDate(outcome.created_at) }
}
