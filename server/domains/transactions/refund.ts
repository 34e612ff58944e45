import type { Refund } from '#contract/transactions.ts'
import type { Db } from '#server/db/client.ts'
import { refuse, refuseField } from '#server/kernel/refusals.ts'
import { readRefund } from './lists.ts'
import { isPaid, lockOrder, type OrderRow } from './orders.ts'
import type { MoneyParts } from './parts.ts'
import type { Payer } from './payer.ts'
import { findOwnOrder, readOffered } from './queries.ts'
import { reserveRefund } from './reserve-refund.ts'
import { reversals } from './reversals.ts'
import { closeRefund, settleRefund } from './settle-refund.ts'
import { lockWallet } from './wallets.ts'

/**
 * D-55: pays back an episode, or by its order what is left of a top-up, or the charge of the running period. What was
 * handed out for it is taken back first (R4).
 * @returns the refund; still `reserved` where the gateway is not certain yet: a job goes on. `failed` where it refused:
 * then everything is as it was.
 * @throws Refusal `refund_refused` with the obstacle; `not_found` for what is not his; `order_under_way` while a charge of
 * the same subscription is; `invalid_request` unless exactly one is named
 */
export async function refund(
  parts: MoneyParts,
  { member, db, transact, now }: Payer,
  wanted: { episode_id?: number | undefined; order_id?: string | undefined },
): Promise<Refund> {
  const found = await findOrder(db, member.id, wanted)
  const reserved = await transact(async (tx) => {
    const wallet = await lockWallet(tx, member.id, now)
    const order = await lockOrder(tx, found.id)
    if (order.wallet_id !== wallet.id) refuse('not_found')
    if (!isPaid(order)) refuse('refund_refused', { obstacle: 'not_paid' })
    const verdict = await reversals[order.kind].decide(tx, order, now)
    if (verdict.obstacle) refuse('refund_refused', { obstacle: verdict.obstacle })
    const refund = await reserveRefund(tx, order, verdict, { reason: 'requested', now })
    // Points go from us to him: nobody else is asked.
    if (refund.won === 0) await closeRefund(tx, parts, refund, null)
    return refund
  })
  if (reserved.won > 0) await settleRefund(parts, reserved.id)
  return readRefund(db, reserved.id)
}

async function findOrder(
  db: Db,
  member_id: number,
  { episode_id, order_id }: { episode_id?: number | undefined; order_id?: string | undefined },
): Promise<Pick<OrderRow, 'id'>> {
  if (episode_id !== undefined && order_id !== undefined) refuseField('order_id', 'not_in_list')
  if (order_id !== undefined)
    return (await findOwnOrder(db, member_id, order_id)) ?? refuse('not_found')
  if (episode_id === undefined) return refuseField('episode_id', 'required')
  const bought = await db
    .selectFrom('purchases')
    .innerJoin('wallets', 'wallets.id', 'purchases.wallet_id')
    .select('purchases.order_id as id')
    .where('wallets.member_id', '=', member_id)
    .where('purchases.episode_id', '=', episode_id)
    .orderBy('purchases.id', 'desc')
    .executeTakeFirst()
  if (bought) return bought
  if (await readOffered(db, episode_id)) refuse('refund_refused', { obstacle: 'not_paid' })
  return refuse('not_found')
}
