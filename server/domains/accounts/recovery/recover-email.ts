import { maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { maskEmail } from '#contract/core/masking.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { targetIndex } from '../verification/verification-codes.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { isVerified, consumeVerification } from '../verification/verified-contacts.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type Found = { email: string; joined_on: string }

/**
 * Finds the address of whoever has proven his phone, by the name he gave when he joined (D-14). A wrong name and a phone
 * nobody joined with are the same answer. The proof is good for one success, or five tries.
 */
export async function recoverEmail(
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'session'>,
  parts: AccountsDependencies,
  { username, phonenumber }: { username: string; phonenumber: string },
): Promise<Found> {
  const { db, transact, now, session } = caller
  if (!session) throwProblem('verification_required')
  const { id: session_id } = session
  const targets = { phone: phonenumber }
  if (!(await isVerified(db, parts.sealing, { session_id, now }, targets)))
    throwProblem('verification_required')
  await consumeRateLimits(caller, parts, [['id_searches', phonenumber]])
  const outcome = await transact(async (tx): Promise<Found | 'unproven' | 'unknown'> => {
    const tries = await takeTry(tx, session_id)
    if (tries === null || !(await isVerified(tx, parts.sealing, { session_id, now }, targets)))
      return 'unproven'
    const member = await tx
      .selectFrom('members')
      .select(['email', 'username', 'created_at'])
      .where('phone_index', '=', targetIndex(parts.sealing, 'phone', phonenumber))
      .executeTakeFirst()
    const isHis = member?.username === username.normalize('NFC')
    if (isHis || tries >= maxCodeAttempts) await consumeVerification(tx, session_id, 'phone')
    return member && isHis
      ? { email: maskEmail(member.email), joined_on: seoulDate(member.created_at) }
      : 'unknown'
  })
  if (outcome === 'unproven') throwProblem('verification_required')
  if (outcome === 'unknown') throwProblem('account_not_found')
  return outcome
}

/** Counts a try with the proof, one after the other. @returns how many there were, null without a proof. */
async function takeTry(tx: Tx, session_id: number): Promise<number | null> {
  const row = await tx
    .updateTable('verifications')
    .set((to) => ({ attempts: to('attempts', '+', 1) }))
    .where('session_id', '=', session_id)
    .where('channel', '=', 'phone')
    .where('attempts', '<', maxCodeAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}
