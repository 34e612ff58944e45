import type { Tx } from '#server/db/client.ts'
import { lockOrder } from '../orders/orders.ts'
import { beginRefund } from '../refunds/process-refund.ts'
import { removeCard } from './cards/billing-cards.ts'
import { markSubscriptionEnded } from './billing/payment-failure.ts'
import { decideChargeRefund } from './billing/charge-reversal.ts'

/**
 * D-18. Who leaves has no subscription any more, and his card is forgotten, here and at the gateway, by a job. What of its
 * charges could be paid back goes back by itself, as does one that is under way (P8). The wallet is locked.
 * @returns how many won go back.
 */
export async function closeMemberSubscription(
  tx: Tx,
  wallet_id: number,
  now: Date,
): Promise<number> {
  const won = await payBackCharges(tx, wallet_id, now)
  const subscription = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .forUpdate()
    .executeTakeFirst()
  if (subscription) await markSubscriptionEnded(tx, subscription.id, now)
  await removeCard(tx, wallet_id, now)
  return won
}

async function payBackCharges(tx: Tx, wallet_id: number, now: Date): Promise<number> {
  let won = 0
  for (;;) {
    const standing = await tx
      .selectFrom('subscriptions')
      .select('order_id')
      .where('wallet_id', '=', wallet_id)
      .where('status', '=', 'active')
      .executeTakeFirst()
    if (!standing?.order_id) return won
    const order = await lockOrder(tx, standing.order_id)
    const verdict = await decideChargeRefund(tx, order, now)
    if (!verdict.can) return won
    won += verdict.won
    // A change upward is undone by it: the charge before is looked at next.
    await beginRefund(tx, order, verdict, { reason: 'withdrawal', now })
  }
}
