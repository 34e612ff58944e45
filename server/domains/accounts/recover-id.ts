import { codeAttempts } from '#contract/account-rules.ts'
import { maskEmail } from '#contract/masking.ts'
import { dayInSeoul } from '#contract/seoul.ts'
import type { Tx } from '#server/db/client.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { targetIndex } from './codes.ts'
import type { AccountsParts } from './parts.ts'
import { isProven, useUpProof } from './proofs.ts'
import { draw } from './throttles.ts'

type Found = { email: string; joined_on: string }

/**
 * Finds the address of whoever has proven his phone, by the name he gave when he joined (D-14). A wrong name and a phone
 * nobody joined with are the same answer. The proof is good for one success, or five tries.
 */
export async function recoverId(
  caller: Pick<Caller, 'db' | 'transact' | 'now' | 'session'>,
  parts: AccountsParts,
  { username, phonenumber }: { username: string; phonenumber: string },
): Promise<Found> {
  const { db, transact, now, session } = caller
  if (!session) refuse('verification_required')
  const { id: session_id } = session
  const targets = { phone: phonenumber }
  if (!(await isProven(db, parts.sealing, { session_id, now }, targets)))
    refuse('verification_required')
  await draw(caller, parts, [['id_searches', phonenumber]])
  const outcome = await transact(async (tx): Promise<Found | 'unproven' | 'unknown'> => {
    const tries = await takeTry(tx, session_id)
    if (tries === null || !(await isProven(tx, parts.sealing, { session_id, now }, targets)))
      return 'unproven'
    const member = await tx
      .selectFrom('members')
      .select(['email', 'username', 'created_at'])
      .where('phone_index', '=', targetIndex(parts.sealing, 'phone', phonenumber))
      .executeTakeFirst()
    const isHis = member?.username === username.normalize('NFC')
    if (isHis || tries >= codeAttempts) await useUpProof(tx, session_id, 'phone')
    return member && isHis
      ? { email: maskEmail(member.email), joined_on: dayInSeoul(member.created_at) }
      : 'unknown'
  })
  if (outcome === 'unproven') refuse('verification_required')
  if (outcome === 'unknown') refuse('account_not_found')
  return outcome
}

/** Counts a try with the proof, one after the other. @returns how many there were, null without a proof. */
async function takeTry(tx: Tx, session_id: number): Promise<number | null> {
  const row = await tx
    .updateTable('verifications')
    .set((to) => ({ attempts: to('attempts', '+', 1) }))
    .where('session_id', '=', session_id)
    .where('channel', '=', 'phone')
    .where('attempts', '<', codeAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts ?? null
}
