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
 * Proves a target with the code that was sent to it. A guess is counted under a lock on its row, and stays counted though
 * it is refused: whoever guesses many at once has five like anybody.
 * @throws Refusal of the field `code`: `wrong_code` with how many are left, or `code_ended`.
 */
export async function confirmCode(
  { transact, session, now }: Pick<RequestContext, 'transact' | 'session' | 'now'>,
  { sealing }: Pick<AccountsDependencies, 'sealing'>,
  typed: { channel: Channel; target: string; code: string },
): Promise<{ verified_until: string }> {
  if (!session) throwFieldError('code', 'code_ended')
  const session_id = session.id
  const { channel } = typed
  const hash = hashCode(sealing, { session_id, ...typed })
  const { verdict, left, verified_at } = await transact(async (tx) => {
    const sent = await tx
      .selectFrom('verifications')
      .select(['code_hash', 'attempts', 'ends_at', 'verified_at'])
      .where('session_id', '=', session_id)
      .where('channel', '=', channel)
      .forUpdate()
      .executeTakeFirst()
    if (!sent) return { verdict: 'ended' as CodeCheckResult, left: 0, verified_at: null }
    const verdict = checkCode(sent, hash, now)
    const change = {
      right: { verified_at: now.toISOString(), attempts: 0 },
      wrong: { attempts: sent.attempts + 1 },
    }
    if (verdict === 'right' || verdict === 'wrong')
      await tx
        .updateTable('verifications')
        .set(change[verdict])
        .where('session_id', '=', session_id)
        .where('channel', '=', channel)
        .execute()
    return {
      verdict,
      left: maxCodeAttempts - sent.attempts - 1,
      verified_at: sent.verified_at ?? now.toISOString(),
    }
  })
  if (verdict === 'ended' || verified_at === null) throwFieldError('code', 'code_ended')
  if (verdict === 'spent') throwFieldError('code', 'wrong_code', 0)
  if (verdict === 'wrong') throwFieldError('code', 'wrong_code', left)
  return { verified_until: new Date(verifiedUntil(verified_at)).toISOString() }
}

/**
 * 시간 연장: a code that still lives gets its whole time again from now, once.
 * @throws Refusal `conflict` where there is nothing to lengthen, or it was lengthened before.
 */
export async function extendCode(
  { transact, session, now }: Pick<RequestContext, 'transact' | 'session' | 'now'>,
  channel: Channel,
): Promise<VerificationCodeStatus> {
  if (!session) throwProblem('conflict')
  const ends = new Date(now.getTime() + codeLifetimeSeconds[channel] * 1_000)
  const extended = await transact((tx) =>
    tx
      .updateTable('verifications')
      .set({ ends_at: ends.toISOString(), is_extended: true })
      .where('session_id', '=', session.id)
      .where('channel', '=', channel)
      .where('is_extended', '=', false)
      .where('verified_at', 'is', null)
      .where('attempts', '<', maxCodeAttempts)
      .where('ends_at', '>', now.toISOString())
      .returning(['sent_at', 'ends_at', 'is_extended'])
      .executeTakeFirst(),
  )
  return extended ? toCodeStatus(extended) : throwProblem('conflict')
}
