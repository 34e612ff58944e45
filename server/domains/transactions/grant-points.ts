import type { Tx } from '#server/db/client.ts'
import { post } from './ledger.ts'
import { grantTitle } from './orders.copy.ts'
import { expiryOf } from './points.ts'
import { lockWallet } from './wallets.ts'

/**
 * Gives a member event points, which lapse after a year (D-54). Never paid ones: those come from a top-up alone (L8).
 * @param amount 1..100,000 points.
 * @returns what he has now, and until when what he was given lasts.
 * @throws Refusal `authentication_required` where he left meanwhile.
 */
export async function grantPoints(
  tx: Tx,
  { member_id, amount, now }: { member_id: number; amount: number; now: Date },
): Promise<{ amount: number; event_point: number; expires_at: string }> {
  const wallet = await lockWallet(tx, member_id, now)
  const { id } = await tx
    .insertInto('point_grants')
    .values({ wallet_id: wallet.id, amount, created_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const expires_at = expiryOf('event', now)
  await post(
    tx,
    {
      ...{ wallet_id: wallet.id, kind: 'grant', source: { type: 'grant', id }, title: grantTitle },
      moves: [{ unit: 'event', debit: 'granted', credit: 'wallet', amount }],
      lots: [{ kind: 'event', amount, expires_at }],
    },
    now,
  )
  return { amount, event_point: wallet.event_point + amount, expires_at: expires_at.toISOString() }
}
