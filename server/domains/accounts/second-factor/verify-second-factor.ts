import type { SecondFactor, TotpEnrollment } from '#contract/accounts/second-factor.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { clearAttempts, countAttempt } from '../rate-limits.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { findCredentialDescriptors } from '../passkeys/passkey-queries.ts'
import {
  challengeTtlMs,
  loadWebAuthn,
  relyingPartyId,
  storeChallenge,
  consumeChallenge,
  verifyPasskey,
} from '../passkeys/webauthn.ts'
import { readServiceName } from '#server/domains/service/index.ts'
import {
  hashRecoveryCode,
  matchTimeStep,
  groupByFour,
  generateRecoveryCodes,
  generateTotpSecret,
  otpauthUri,
} from './totp.ts'
import {
  secondFactorAttempts,
  markSecondFactorVerified,
  readSecondFactor,
  lockFactors,
  requireVerifiedSecondFactor,
} from './factors.ts'
import {
  deleteRecoveryCode,
  lockAuthenticator,
  updateAuthenticator,
  replaceRecoveryCodes,
  upsertPendingSecret,
} from './second-factor-queries.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'

/**
 * Verifies the second factor by a code of the app or by a recovery code; each is accepted once. The member gets an e-mail
 * if a recovery code is used.
 * @throws ProblemError of the field `code`: `incorrect_code`; `rate_limited` after too many attempts.
 */
export async function verifySecondFactorByCode(
  deps: Pick<AccountsDependencies, 'encryption' | 'site_url'>,
  caller: MemberContext,
  code: string,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  await countAttempt(caller, deps, secondFactorAttempts(member.id))
  const verified = await transact(async (tx) => {
    const isAppCode = /^\d{6}$/.test(code)
    const isCorrect = isAppCode
      ? await consumeTotpCode(tx, deps, { member_id: member.id, code, now })
      : await deleteRecoveryCode(tx, member.id, hashRecoveryCode(code))
    if (!isCorrect) return null
    await clearAttempts(tx, deps, secondFactorAttempts(member.id))
    const setCookie = await markSecondFactorVerified(tx, caller)
    const state = await readSecondFactor(tx, caller)
    if (!isAppCode) {
      const email = accountEmails.recoveryCodeUsed(state.recovery_codes_left, now, deps.site_url)
      await queueEmail(tx, member.email, email, now)
    }
    return { setCookie, state }
  })
  if (!verified) throwFieldError('code', 'incorrect_code')
  verified.setCookie()
  return verified.state
}

async function consumeTotpCode(
  tx: Tx,
  { encryption }: Pick<AccountsDependencies, 'encryption'>,
  { member_id, code, now }: { member_id: number; code: string; now: Date },
): Promise<boolean> {
  const authenticator = await lockAuthenticator(tx, member_id)
  if (!authenticator?.secret_ciphertext) return false
  const last_time_step = matchTimeStep(encryption.decrypt(authenticator.secret_ciphertext), code, {
    last_time_step: authenticator.last_time_step,
    now,
  })
  if (last_time_step === null) return false
  await updateAuthenticator(tx, member_id, { last_time_step })
  return true
}

/**
 * Creates the WebAuthn request options for one of the member's passkeys and stores the challenge in the session.
 * @throws ProblemError `authentication_required` if the session has ended
 */
export async function beginPasskeyVerification(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  { member, session, now, db, transact }: MemberContext,
): Promise<Record<string, unknown>> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(site_url),
    timeout: challengeTtlMs,
    allowCredentials: await findCredentialDescriptors(db, member.id),
    userVerification: 'preferred',
  })
  const { challenge } = options
  const isStored = await transact((tx) =>
    storeChallenge(tx, session.id, { challenge, purpose: 'second factor', now }),
  )
  if (!isStored) throwProblem('authentication_required')
  return { ...options }
}

/**
 * Verifies the second factor by possession of a passkey; the password was the first factor.
 * @throws ProblemError `passkey_rejected` if the response does not verify or the passkey belongs to another member.
 */
export async function verifySecondFactorByPasskey(
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  caller: MemberContext,
  response: Record<string, unknown>,
): Promise<SecondFactor> {
  const { member, session, transact, now } = caller
  const challenge = await transact((tx) => consumeChallenge(tx, session, 'second factor', now))
  const { state, setCookie } = await transact(async (tx) => {
    const { member_id } = await verifyPasskey(tx, site_url, { sent: response, challenge }, now)
    if (member_id !== member.id) throwProblem('passkey_rejected')
    const setCookie = await markSecondFactorVerified(tx, caller)
    return { setCookie, state: await readSecondFactor(tx, caller) }
  })
  setCookie()
  return state
}

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
  const issuer = await readServiceName(caller.db)
  return { secret, uri: otpauthUri(secret, member.email, issuer) }
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
  await countAttempt(caller, deps, secondFactorAttempts(member.id))
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
    await clearAttempts(tx, deps, secondFactorAttempts(member.id))
    await queueEmail(tx, member.email, accountEmails.authenticatorAdded(now, deps.site_url), now)
    return { recovery_codes, setCookie: await markSecondFactorVerified(tx, caller) }
  })
  if (outcome === 'none_pending') throwProblem('conflict')
  if (outcome === 'incorrect_code') throwFieldError('code', 'incorrect_code')
  outcome.setCookie()
  return { recovery_codes: outcome.recovery_codes.map(groupByFour) }
}
