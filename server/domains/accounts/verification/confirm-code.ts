import { maxCodeAttempts, codeLifetimeSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  type Channel,
  hashCode,
  checkCode,
  verifiedUntil,
  toCodeStatus,
} from './verification-codes.ts'
import { extendUnusedCode, lockCode, updateCode } from './code-queries.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'

/**
 * Verifies a contact with the code that was sent to it. An attempt is counted under a lock on the row and committed
 * before the error is thrown, so concurrent attempts share the limit of `maxCodeAttempts`.
 * @throws ProblemError of the field `code`: `wrong_code` with the attempts left, or `code_ended`.
 */
export async function confirmCode(
  { transact, session, now }: Pick<RequestContext, 'transact' | 'session' | 'now'>,
  { encryption }: Pick<AccountsDependencies, 'encryption'>,
  input: { channel: Channel; target: string; code: string },
): Promise<{ verified_until: string }> {
  if (!session) throwFieldError('code', 'code_ended')
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
  if (!code || result === 'expired') throwFieldError('code', 'code_ended')
  if (result === 'no_attempts_left') throwFieldError('code', 'wrong_code', 0)
  if (result === 'wrong') throwFieldError('code', 'wrong_code', maxCodeAttempts - code.attempts - 1)
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
