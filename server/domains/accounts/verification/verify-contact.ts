import { maxCodeAttempts, codeLifetimeSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  type Channel,
  hashCode,
  checkCode,
  verifiedUntil,
  toCodeStatus,
  targetIndex,
} from './verification-codes.ts'
import { extendUnusedCode, findVerifications, lockCode, updateCode } from './code-queries.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { SignUpState, VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'

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
