import type { TotpEnrollment } from '#contract/accounts/second-factor.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { clearAttempts, countAttempt } from '../rate-limits.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { MemberContext } from '../members.ts'
import {
  groupByFour,
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  otpauthUri,
  matchTimeStep,
} from './totp.ts'
import { lockFactors, markSecondFactorVerified, requireVerifiedSecondFactor } from './factors.ts'
import {
  lockAuthenticator,
  replaceRecoveryCodes,
  updateAuthenticator,
  upsertPendingSecret,
} from './second-factor-queries.ts'
import { attemptsKey } from './verify-second-factor.ts'

/**
 * Begins the enrolment of an authenticator app.
 * @throws ProblemError `second_factor_required` if a second factor exists that this session has not verified, and as
 * `reauthenticate` does.
 */
export async function beginTotpEnrollment(
  deps: AccountsDependencies,
  caller: MemberContext,
  { current_password }: { current_password?: string | undefined },
): Promise<TotpEnrollment> {
  await requireVerifiedSecondFactor(caller)
  await reauthenticate(deps, caller, current_password)
  const { member, transact } = caller
  const secret = generateTotpSecret()
  const pending_secret_ciphertext = deps.encryption.encrypt(secret)
  await transact((tx) => upsertPendingSecret(tx, member.id, pending_secret_ciphertext))
  return { secret, uri: otpauthUri(secret, member.email) }
}

/**
 * Confirms the app by its first code, which also verifies the second factor, and e-mails the member. New recovery codes
 * replace the previous ones.
 * @throws ProblemError `conflict` if no enrolment is pending; of the field `code`: `incorrect_code`; and as `lockFactors`
 * does, because a factor may have been added since the enrolment began.
 */
export async function confirmTotpEnrollment(
  deps: AccountsDependencies,
  caller: MemberContext,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { member, transact, now } = caller
  await countAttempt(caller, deps, attemptsKey(member.id))
  const outcome = await transact(async (tx) => {
    await lockFactors(tx, caller)
    const secret_ciphertext = (await lockAuthenticator(tx, member.id))?.pending_secret_ciphertext
    if (!secret_ciphertext) return 'none_pending'
    const secret = deps.encryption.decrypt(secret_ciphertext)
    const last_time_step = matchTimeStep(secret, code, { last_time_step: 0, now })
    if (last_time_step === null) return 'incorrect_code'
    await updateAuthenticator(tx, member.id, {
      secret_ciphertext,
      pending_secret_ciphertext: null,
      confirmed_at: now.toISOString(),
      last_time_step,
    })
    const recovery_codes = generateRecoveryCodes()
    await replaceRecoveryCodes(tx, member.id, recovery_codes.map(hashRecoveryCode))
    await clearAttempts(tx, deps, attemptsKey(member.id))
    await queueEmail(tx, member.email, accountEmails.authenticatorAdded(now, deps.site_url), now)
    return { recovery_codes, setCookie: await markSecondFactorVerified(tx, caller) }
  })
  if (outcome === 'none_pending') throwProblem('conflict')
  if (outcome === 'incorrect_code') throwFieldError('code', 'incorrect_code')
  outcome.setCookie()
  return { recovery_codes: outcome.recovery_codes.map(groupByFour) }
}
