import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { postEntry } from '../ledger/ledger.ts'
import { grantTitle } from '../orders/orders.copy.ts'
import { pointExpiry } from './point-lots.ts'
import { lockWallet } from '../ledger/wallets.ts'

type Grant = { member_id: number; amount: number; key_hash: Buffer | null; now: Date }
type Given = { amount: number; event_point: number; expires_at: string; is_new: boolean }

/**
 * Gives a member event points, which lapse after a year (D-54). Never paid ones: those come from a top-up alone (L8).
 * @param amount 1..100,000 points.
 * @param key_hash SHA-256 of who gives and of the key he sent: what was given under it is not given again (D-06).
 * @returns what he has now, until when what he was given lasts, and whether that was done just now.
 * @throws Refusal `authentication_required` where he left meanwhile, `key_reused` where something else was given under
 *   the key.
 */
export async function grantPoints(
  tx: Tx,
  { member_id, amount, key_hash, now }: Grant,
): Promise<Given> {
  const wallet = await lockWallet(tx, member_id, now)
  const made = await tx
    .insertInto('point_grants')
    .values({ wallet_id: wallet.id, amount, key_hash, created_at: now.toISOString() })
    .onConflict((on) => on.column('key_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const before = await tx
      .selectFrom('point_grants')
      .select(['wallet_id', 'amount', 'created_at'])
      .where('key_hash', '=', key_hash)
      .executeTakeFirstOrThrow()
    if (before.wallet_id !== wallet.id || before.amount !== amount) throwProblem('key_reused')
    const expires_at = pointExpiry('event', new Date(before.created_at)).toISOString()
    return { amount, event_point: wallet.event_point, expires_at, is_new: false }
  }
  const expires_at = pointExpiry('event', now)
  await postEntry(
    tx,
    {
      ...{ wallet_id: wallet.id, kind: 'grant', title: grantTitle },
      source: { type: 'grant', id: made.id },
      moves: [{ unit: 'event', debit: 'granted', credit: 'wallet', amount }],
      lots: [{ kind: 'event', amount, expires_at }],
    },
    now,
  )
  const event_point = wallet.event_point + amount
  return { amount, event_point, expires_at: expires_at.toISOString(), is_new: true }
}
