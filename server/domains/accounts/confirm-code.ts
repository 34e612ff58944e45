import { codeAttempts } from '#contract/account-rules.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuseField } from '#server/kernel/refusals.ts'
import { type Channel, codeHash, judge, provenUntil, type Verdict } from './codes.ts'
import type { AccountsParts } from './parts.ts'

/**
 * Proves a target with the code that was sent to it. A guess is counted under a lock on its row, and stays counted though
 * it is refused: whoever guesses many at once has five like anybody.
 * @throws Refusal of the field `code`: `wrong_code` with how many are left, or `code_ended`.
 */
export async function confirmCode(
  { transact, session, now }: Pick<Caller, 'transact' | 'session' | 'now'>,
  { sealing }: Pick<AccountsParts, 'sealing'>,
  typed: { channel: Channel; target: string; code: string },
): Promise<{ verified_until: string }> {
  if (!session) refuseField('code', 'code_ended')
  const session_id = session.id
  const { channel } = typed
  const hash = codeHash(sealing, { session_id, ...typed })
  const { verdict, left, verified_at } = await transact(async (tx) => {
    const sent = await tx
      .selectFrom('verifications')
      .select(['code_hash', 'attempts', 'ends_at', 'verified_at'])
      .where('session_id', '=', session_id)
      .where('channel', '=', channel)
      .forUpdate()
      .executeTakeFirst()
    if (!sent) return { verdict: 'ended' as Verdict, left: 0, verified_at: null }
    const verdict = judge(sent, hash, now)
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
      left: codeAttempts - sent.attempts - 1,
      verified_at: sent.verified_at ?? now.toISOString(),
    }
  })
  if (verdict === 'ended' || verified_at === null) refuseField('code', 'code_ended')
  if (verdict === 'spent') refuseField('code', 'wrong_code', 0)
  if (verdict === 'wrong') refuseField('code', 'wrong_code', left)
  return { verified_until: new Date(provenUntil(verified_at)).toISOString() }
}
