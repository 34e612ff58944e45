import type { Tx } from '#server/db/client.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { beginRefund } from '../refunds/refund-order.ts'
import { decideRefund } from '../refunds/refund-policy.ts'
import { findCurrentCharge } from './billing/charge-queries.ts'
import { lockCharge } from './billing/charge-reversal.ts'
import { removeCard } from './cards/billing-cards.ts'
import {
  lockExistingSubscription,
  lockSubscription,
  markSubscriptionEnded,
  startedOrNull,
} from './subscription-queries.ts'

/**
 * Ends the subscription of a member whose account is deleted, and deletes the billing key by a job (D-18). Charges that were
 * refundable when the deletion was requested are refunded; a pending charge is refunded automatically once it succeeds (P8). The caller holds the lock of the
 * wallet.
 * @returns the refunded won.
 */
export async function closeMemberSubscription(
  tx: Tx,
  wallet_id: number,
  { now, requested_at }: { now: Date; requested_at: Date },
): Promise<number> {
  const won = await refundCharges(tx, wallet_id, { now, requested_at })
  const subscription = await lockExistingSubscription(tx, wallet_id)
  if (subscription) await markSubscriptionEnded(tx, subscription.id, now)
  await removeCard(tx, wallet_id, now)
  return won
}

/**
 * Ends a subscription that lapsed while the deletion of the account was scheduled: its period has ended, or its renewal had
 * failed before. Undoing the deletion charges nothing (D-122).
 */
export async function endLapsedSubscription(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  const subscription = startedOrNull(await lockSubscription(tx, wallet_id))
  if (!subscription || subscription.status === 'ended') return
  if (subscription.status === 'active' && Date.parse(subscription.period_end) > now.getTime())
    return
  await markSubscriptionEnded(tx, subscription.id, now)
}

async function refundCharges(
  tx: Tx,
  wallet_id: number,
  { now, requested_at }: { now: Date; requested_at: Date },
): Promise<number> {
  let won = 0
  for (;;) {
    const charge = await findCurrentCharge(tx, wallet_id)
    if (!charge?.order_id) return won
    const order = await lockOrder(tx, charge.order_id)
    const decision = decideRefund(await lockCharge(tx, order), requested_at)
    if (!decision.is_refundable) return won
    won += decision.amount
    // The refund of an upgrade restores the previous period, whose charge the next iteration examines.
    await beginRefund(tx, order, decision, { reason: 'account_deletion', now })
  }
}
