import type { VerificationCodeStatus, SignUpState } from '#contract/accounts/accounts.ts'
import {
  codeLifetimeSeconds,
  codeResendDelaySeconds,
  maxCodeAttempts,
} from '#contract/accounts/account-rules.ts'
import type { Tx, Db } from '#server/db/client.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { type Message, queueMessage } from '#server/messages/queue-message.ts'
import {
  type Channel,
  hashCode,
  toCodeStatus,
  generateCode,
  recentSends,
  resendDelay,
  targetIndex,
  checkCode,
  verifiedUntil,
} from './verification-codes.ts'
import {
  findCode,
  countCodeAttempt,
  upsertCode,
  extendUnusedCode,
  findVerifications,
  lockCode,
  updateCode,
  deleteCodes,
} from './code-queries.ts'
import { codeSmsText, accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findAccount, updateMember } from '../member-queries.ts'
import { extendSession, openGuestSession, rotateToken } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { ageVerifiedUntil, isAdult, isPlausibleBirthDate } from '../identity/age-policy.ts'
import type { MemberContext } from '../members.ts'

type SendCodeContext = Pick<
  RequestContext,
  'db' | 'transact' | 'now' | 'session' | 'client' | 'cookie'
>

/**
 * Sends a sign-up code to an address. If the address already has an account, its owner gets a notice instead and no code
 * matches; the response and the work done are the same.
 */
export async function sendEmailCode(
  caller: SendCodeContext,
  deps: AccountsDependencies,
  email: string,
) {
  const to = { channel: 'email', target: email, limited_by: email } as const
  return sendCode(caller, deps, to, async (tx, code) => {
    const account = await findAccount(tx, { email })
    const notice = accountEmails.alreadyMember(deps.site_url)
    const codeEmail = accountEmails.signupCode(code, codeLifetimeSeconds.email / 60)
    const content = account ? notice : codeEmail
    return { message: { kind: 'mail', to: email, ...content }, matches: !account }
  })
}

/**
 * Sends a code to any phone: for sign-up, e-mail recovery or a change of number. Where phones are not verified it sends
 * nothing, and the number counts as verified.
 */
export async function sendPhoneCode(
  caller: SendCodeContext,
  deps: AccountsDependencies,
  phonenumber: string,
) {
  const to = { channel: 'phone', target: phonenumber, limited_by: phonenumber } as const
  const status = await sendCode(caller, deps, to, async (_tx, code) =>
    deps.verifies_phone ? composeCodeSms(phonenumber, code) : { message: null, matches: false },
  )
  const ends = new Date(verifiedUntil(caller.now.toISOString())).toISOString()
  return { ...status, verified_until: deps.verifies_phone ? null : ends }
}

const composeCodeSms = (phonenumber: string, code: string) => ({
  message: { kind: 'sms', to: phonenumber, text: codeSmsText(code) } as const,
  matches: true,
})

/**
 * Sends a code that replaces the previous one. A browser without a session gets a guest session.
 * @param to `limited_by` is the subject of the limit of codes: the target, where anybody may name it
 * @param compose without a message the target counts as verified
 * @throws ProblemError `resend_too_soon` within 60 s of the previous code, `rate_limited`
 */
async function sendCode(
  caller: SendCodeContext,
  deps: AccountsDependencies,
  { channel, target, limited_by }: { channel: Channel; target: string; limited_by: string },
  compose: (tx: Tx, code: string) => Promise<{ message: Message | null; matches: boolean }>,
): Promise<VerificationCodeStatus> {
  const { db, transact, now, session, client } = caller
  const { encryption } = deps
  // Checked first, so that a request that comes too early consumes no rate limit.
  const previous = session && (await findCode(db, { session_id: session.id, channel }))
  const wait = previous ? resendDelay(previous.sent_at, now) : 0
  if (wait > 0) throwProblem('resend_too_soon', { retry_after: Math.ceil(wait / 1_000) })
  await consumeRateLimits(caller, deps, [
    ['codes_to_target', limited_by],
    ['codes_from_address', clientNetwork(client.address)],
  ])
  const ends = new Date(now.getTime() + codeLifetimeSeconds[channel] * 1_000)
  const { sent, opened } = await transact(async (tx) => {
    const lockedId = session && (await extendSession(tx, session.id))
    const opened = lockedId ? null : await openGuestSession(tx, 'verification', client, now)
    const key = { session_id: lockedId ?? opened?.id ?? 0, channel }
    const code = generateCode()
    const hash = hashCode(encryption, { ...key, target, code })
    const { message, matches } = await compose(tx, code)
    const row = {
      target_ciphertext: encryption.encrypt(target),
      target_blind_index: targetIndex(encryption, channel, target),
      code_hash: matches ? hash : null,
      attempts: 0,
      sent_at: now.toISOString(),
      expires_at: ends.toISOString(),
      is_extended: false,
      verified_at: message ? null : now.toISOString(),
    }
    const sent = await upsertCode(tx, key, row, recentSends(now))
    if (!sent) throwProblem('resend_too_soon', { retry_after: codeResendDelaySeconds })
    if (message) await queueMessage(tx, message, { now, expires_at: ends })
    return { sent, opened }
  })
  // Only a code to an e-mail address starts a sign-up; a phone may be verified for e-mail recovery.
  if (opened) caller.cookie.set(opened.token, opened.ends, channel === 'email')
  return toCodeStatus(sent)
}

/**
 * Verifies a contact with the code that was sent to it. An attempt is counted under a lock on the row and committed
 * before the error is thrown, so concurrent attempts share the limit of `maxCodeAttempts`.
 * @throws ProblemError of the field `code`: `incorrect_code` with the attempts left, or `code_expired`.
 */
export async function confirmCode(
  { transact, session, now }: Pick<RequestContext, 'transact' | 'session' | 'now'>,
  { encryption }: Pick<AccountsDependencies, 'encryption'>,
  input: { channel: Channel; target: string; code: string },
): Promise<{ verified_until: string }> {
  if (!session) throwFieldError('code', 'code_expired')
  const key = { session_id: session.id, channel: input.channel }
  const hash = hashCode(encryption, { ...key, ...input })
  const at = now.toISOString()
  const { code, result } = await transact(async (tx) => {
    const code = await lockCode(tx, key)
    if (!code) return { code, result: 'expired' } as const
    const result = checkCode(code, hash, now)
    if (result === 'correct') await updateCode(tx, key, { verified_at: at, attempts: 0 })
    if (result === 'wrong') await updateCode(tx, key, { attempts: code.attempts + 1 })
    return { code, result }
  })
  if (!code || result === 'expired') throwFieldError('code', 'code_expired')
  if (result === 'no_attempts_left') throwFieldError('code', 'incorrect_code', 0)
  if (result === 'wrong')
    throwFieldError('code', 'incorrect_code', maxCodeAttempts - code.attempts - 1)
  return { verified_until: new Date(verifiedUntil(code.verified_at ?? at)).toISOString() }
}

/**
 * 시간 연장: resets the lifetime of an unexpired code to its full length, once.
 * @throws ProblemError `conflict` if there is no such code, or it was extended before.
 */
export async function extendCode(
  { transact, session, now }: Pick<RequestContext, 'transact' | 'session' | 'now'>,
  channel: Channel,
): Promise<VerificationCodeStatus> {
  if (!session) throwProblem('conflict')
  const key = { session_id: session.id, channel }
  const expires_at = new Date(now.getTime() + codeLifetimeSeconds[channel] * 1_000).toISOString()
  const extended = await transact((tx) =>
    extendUnusedCode(tx, key, { expires_at, now, maxAttempts: maxCodeAttempts }),
  )
  return extended ? toCodeStatus(extended) : throwProblem('conflict')
}

type Scope = { session_id: number; now: Date }

/** Whether each of `targets` was verified by its code in this session within 30 minutes. */
export async function isVerified(
  db: Db,
  encryption: Pick<Encryption, 'blindIndex'>,
  { session_id, now }: Scope,
  targets: Partial<Record<Channel, string>>,
): Promise<boolean> {
  const rows = await findVerifications(db, session_id, now)
  return Object.entries(targets).every(([channel, target]) =>
    rows.some(
      (row) =>
        row.channel === channel &&
        row.target_blind_index.equals(targetIndex(encryption, row.channel, target)),
    ),
  )
}

/** The verified contacts of a sign-up, so that they survive a reload. Unverified contacts are left out. */
export async function readVerifiedContacts(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  { session_id, now }: Scope,
): Promise<Omit<SignUpState, 'verifies_phone'>> {
  const rows = await findVerifications(db, session_id, now)
  const [email, phone] = (['email', 'phone'] as const).map((channel) =>
    rows.find((row) => row.channel === channel),
  )
  const ends = [email, phone].flatMap((row) => (row ? [verifiedUntil(row.verified_at)] : []))
  return {
    email: email ? encryption.decrypt(email.target_ciphertext) : null,
    phonenumber: phone ? encryption.decrypt(phone.target_ciphertext) : null,
    // Sign-up needs every contact, so the earliest expiry applies.
    verified_until: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null,
  }
}

/**
 * Sends an age verification code to the member's own phone.
 * @throws ProblemError `phone_verification_off`; `verification_required` for staff who have no number yet
 */
export async function sendAgeVerificationCode(deps: AccountsDependencies, caller: MemberContext) {
  requireAgeByPhone(deps)
  const target = deps.encryption.decrypt(caller.member.phone_ciphertext)
  if (!target) throwProblem('verification_required')
  const limited_by = `age verification of ${caller.member.id}`
  const to = { channel: 'adult', target, limited_by } as const
  return sendCode(caller, deps, to, async (_tx, code) => composeCodeSms(target, code))
}

/** @throws ProblemError `phone_verification_off` where a phone number proves nothing */
export function requirePhoneVerification({
  verifies_phone,
}: Pick<AccountsDependencies, 'verifies_phone'>) {
  if (!verifies_phone) throwProblem('phone_verification_off')
}

/** @throws ProblemError `phone_verification_off`, also if a provider verifies the identity: a code would bypass it */
function requireAgeByPhone({
  verifies_phone,
  identity_window,
}: Pick<AccountsDependencies, 'verifies_phone' | 'identity_window'>) {
  requirePhoneVerification({ verifies_phone: verifies_phone && !identity_window })
}

/**
 * Verifies for one year that the member is an adult, by the code and the identity provider. The date of birth is
 * sent to the provider and not stored. The session gets a new token, because its privileges rise.
 * @returns the updated member.
 * @throws ProblemError of `code` as `confirmCode`; of `birth_date`: `invalid_format`, or `not_verified` if the provider
 * does not confirm it; `under_age`; `phone_verification_off`
 */
export async function verifyAge(
  deps: AccountsDependencies,
  caller: MemberContext,
  { code, birth_date }: { code: string; birth_date: string },
): Promise<Member> {
  requireAgeByPhone(deps)
  const { member, session, now, transact } = caller
  if (!isPlausibleBirthDate(birth_date, now)) throwFieldError('birth_date', 'invalid_format')
  const phonenumber = deps.encryption.decrypt(member.phone_ciphertext)
  await confirmCode(caller, deps, { channel: 'adult', target: phonenumber, code })
  const key = { session_id: session.id, channel: 'adult' } as const
  // One question at a time, so that requests sent at once do not try as many dates of birth with one code.
  const isFirst = await transact((tx) => countCodeAttempt(tx, key, 1))
  if (!isFirst) throwFieldError('code', 'code_expired')
  // No transaction is open during the external call; if it fails, the client may retry with the same code.
  const answer = await deps.identity
    .ask({ name: member.username, phonenumber, birth_date })
    .catch(async (error: unknown) => {
      await transact((tx) => updateCode(tx, key, { attempts: 0 }))
      throw error
    })
  const isVerifiedAdult = answer.verified && answer.adult !== false && isAdult(birth_date, now)
  const until = ageVerifiedUntil(now)
  const rotated = await transact(async (tx) => {
    // Consumed in any case, so that dates of birth cannot be enumerated with one code.
    await deleteCodes(tx, session.id, ['adult'])
    if (!isVerifiedAdult) return null
    await updateMember(tx, member.id, { adult_verified_until: until })
    return rotateToken(tx, session)
  })
  if (!answer.verified) throwFieldError('birth_date', 'not_verified')
  if (!rotated) throwProblem('under_age')
  caller.cookie.set(rotated.token, rotated.ends)
  return { ...member, adult_verified_until: until }
}
