import { maxCodeAttempts, codeLifetimeSeconds } from '#contract/accounts/account-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  type Channel,
  hashCode,
  checkCode,
  verifiedUntil,
  type CodeCheckResult,
  toCodeStatus,
} from './verification-codes.ts'
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
  const session_id = session.id
  const { channel } = input
  const hash = hashCode(encryption, { session_id, ...input })
  const { result, left, verified_at } = await transact(async (tx) => {
    const codeRow = await tx
      .selectFrom('verification_codes')
      .select(['code_hash', 'attempts', 'expires_at', 'verified_at'])
      .where('session_id', '=', session_id)
      .where('channel', '=', channel)
      .forUpdate()
      .executeTakeFirst()
    if (!codeRow) return { result: 'ended' as CodeCheckResult, left: 0, verified_at: null }
    const result = checkCode(codeRow, hash, now)
    const changes = {
      right: { verified_at: now.toISOString(), attempts: 0 },
      wrong: { attempts: codeRow.attempts + 1 },
    }
    if (result === 'right' || result === 'wrong')
      await tx
        .updateTable('verification_codes')
        .set(changes[result])
        .where('session_id', '=', session_id)
        .where('channel', '=', channel)
        .execute()
    return {
      result,
      left: maxCodeAttempts - codeRow.attempts - 1,
      verified_at: codeRow.verified_at ?? now.toISOString(),
    }
  })
  if (result === 'ended' || verified_at === null) throwFieldError('code', 'code_ended')
  if (result === 'spent') throwFieldError('code', 'wrong_code', 0)
  if (result === 'wrong') throwFieldError('code', 'wrong_code', left)
  return { verified_until: new Date(verifiedUntil(verified_at)).toISOString() }
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
  const ends = new Date(now.getTime() + codeLifetimeSeconds[channel] * 1_000)
  const extended = await transact((tx) =>
    tx
      .updateTable('verification_codes')
      .set({ expires_at: ends.toISOString(), is_extended: true })
      .where('session_id', '=', session.id)
      .where('channel', '=', channel)
      .where('is_extended', '=', false)
      .where('verified_at', 'is', null)
      .where('attempts', '<', maxCodeAttempts)
      .where('expires_at', '>', now.toISOString())
      .returning(['sent_at', 'expires_at', 'is_extended'])
      .executeTakeFirst(),
  )
  return extended ? toCodeStatus(extended) : throwProblem('conflict')
}
