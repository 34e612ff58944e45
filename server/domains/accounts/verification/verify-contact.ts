import { maxCodeAttempts, codeLifetimeSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  type Channel,
  hashCode,
  checkCode,
  verifiedUntil,
  toCodeStatus,
  targetIndex,
} from './verification-codes.ts'
import {
  extendUnusedCode,
  findVerifications,
  lockCode,
  updateCode,
  deleteCodes,
} from './code-queries.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { SignUpState, VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import { updateMember } from '../member-queries.ts'
import { sendPhoneCode } from './send-code.ts'
import { rotateToken } from '../sessions/sessions.ts'
import type { MemberContext } from '../members.ts'

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

/** Whether each of `targets` was verified by its code in this session within 30 minutes (D-10). */
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
export async function readSignUpState(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  { session_id, now }: Scope,
): Promise<SignUpState> {
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

/** By law a person is an adult from 1 January of the year in which they turn 19. */
const adultAge = 19
/** In years; an earlier date of birth is treated as a typing error. */
const maxAge = 150

/** Sends an age verification code to the member's own phone (D-23). */
export function sendAgeVerificationCode(
  deps: AccountsDependencies,
  caller: MemberContext,
): Promise<VerificationCodeStatus> {
  const phonenumber = deps.encryption.decrypt(caller.member.phone_ciphertext)
  return sendPhoneCode(caller, deps, 'adult', phonenumber)
}

/**
 * Verifies for one year that the member is an adult, by the code and the identity provider (D-23). The date of birth is
 * sent to the provider and not stored. The session gets a new token, because its privileges rise.
 * @returns the updated member.
 * @throws ProblemError of `code` as `confirmCode`; of `birth_date`: `invalid_format`, or `not_verified` if the provider
 * does not confirm it; `under_age`
 */
export async function verifyAge(
  deps: AccountsDependencies,
  caller: MemberContext,
  { code, birth_date }: { code: string; birth_date: string },
): Promise<Member> {
  const { member, session, now, transact } = caller
  const today = seoulDate(now)
  const age = yearOf(today) - yearOf(birth_date)
  if (birth_date > today || age > maxAge) throwFieldError('birth_date', 'invalid_format')
  const phonenumber = deps.encryption.decrypt(member.phone_ciphertext)
  await confirmCode(caller, deps, { channel: 'adult', target: phonenumber, code })
  // No transaction is open during the external call; if it fails, the client may retry with the same code.
  const answer = await deps.identity.ask({ name: member.username, phonenumber, birth_date })
  const isAdult = answer.verified && answer.adult !== false && age >= adultAge
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  const rotated = await transact(async (tx) => {
    // Consumed in any case, so that dates of birth cannot be enumerated with one code.
    await deleteCodes(tx, session.id, ['adult'])
    if (!isAdult) return null
    await updateMember(tx, member.id, { adult_verified_until: until.toISOString() })
    return rotateToken(tx, session)
  })
  if (!answer.verified) throwFieldError('birth_date', 'not_verified')
  if (!rotated) throwProblem('under_age')
  caller.cookie.give(rotated.token, rotated.ends)
  return { ...member, adult_verified_until: until.toISOString() }
}

const yearOf = (date: string) => Number(date.slice(0, 4))
