import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { lockOrder } from '../../orders/order-queries.ts'
import type { OrderRow } from '../../orders/orders.ts'
import type { RefundInput } from '../../refunds/refund-policy.ts'
import { postWonRefund, type Reversal } from '../../refunds/reversals.ts'
import {
  lockSubscription,
  markSubscriptionEnded,
  startedOrNull,
  updateSubscription,
} from '../subscription-queries.ts'
import {
  findChargeRefund,
  findPendingRefund,
  findPreviousPeriod,
  type PreviousPeriod,
  readCharge,
  restoreEnded,
  resumePeriod,
} from './charge-queries.ts'

/**
 * Reversal of a subscription charge (decisions/0041-refunds): the subscription ends at once. The refund of an upgrade
 * instead restores the previous period until its end. Renewal is turned off in both cases.
 */
export const subscriptionReversal: Reversal = {
  async lockItem(tx, order) {
    const running = startedOrNull(await lockSubscription(tx, order.wallet_id))
    // The refund depends on the outcome of the pending charge.
    if (running && running.pending_order_id !== null) throwProblem('order_in_progress')
    // If the other refund were declined, its upgrade would be reapplied, and this charge pays for its credit.
    if (running && (await findPendingRefund(tx, running.id, order.id)))
      throwProblem('order_in_progress')
    return lockCharge(tx, order)
  },

  async revoke(tx, { wallet_id, order_id }, now) {
    const running = startedOrNull(await lockSubscription(tx, wallet_id))
    // Staff may refund an ended period; the current period has its own charge and stays.
    if (running?.order_id !== order_id || running.status === 'ended') return
    const { id } = running
    const before = await findPreviousPeriod(tx, order_id)
    if (before && Date.parse(before.until) > now.getTime()) await resumePeriod(tx, id, before)
    else await markSubscriptionEnded(tx, id, now)
    // Renewal stays off even if the refund is declined: the member requested a refund and expects no further charge.
    await updateSubscription(tx, id, { auto_renew: false })
  },

  post: postWonRefund,

  async restore(tx, refund) {
    const { order_id, requested_at } = refund
    const before = await findPreviousPeriod(tx, order_id)
    // If the previous period was already over, the subscription was ended rather than reverted.
    if (before && Date.parse(before.until) > Date.parse(requested_at))
      return reapplyUpgrade(tx, await lockOrder(tx, order_id), before, requested_at)
    await restoreEnded(tx, refund)
    return true
  },
}

/**
 * Locks the subscription and reads what decides the refund of a charge, except other pending charges and refunds. The
 * caller holds the locks of wallet and order.
 */
export async function lockCharge(tx: Tx, order: OrderRow): Promise<RefundInput> {
  const running = startedOrNull(await lockSubscription(tx, order.wallet_id))
  const isRunning = running?.order_id === order.id
  const refund = await findChargeRefund(tx, order.id)
  const before = await findPreviousPeriod(tx, order.id)
  return {
    kind: 'subscription',
    // A period that another one has replaced is over.
    status: isRunning ? running.status : 'ended',
    first_used_at: isRunning ? running.first_used_at : null,
    amount: order.amount,
    cancelled_amount: order.cancelled_amount,
    paid_at: order.paid_at ?? order.created_at,
    is_refunding: refund !== undefined || order.undeliverable_reason !== null,
    before: before ? { name: before.name, until: new Date(before.until).toISOString() } : null,
  }
}

/**
 * Reapplies an upgrade whose refund, requested at `reverted_at`, the gateway declined, unless the subscription has
 * changed since. Playback since then counts for the upgraded period.
 * @returns whether the upgrade was reapplied.
 */
async function reapplyUpgrade(
  tx: Tx,
  { id: order_id, wallet_id, plan_id }: OrderRow,
  before: PreviousPeriod,
  reverted_at: string,
): Promise<boolean> {
  const subscription = await lockSubscription(tx, wallet_id)
  if (subscription.status === 'incomplete' || subscription.order_id !== before.order_id)
    return false
  if (subscription.pending_order_id !== null) return false
  const { first_used_at: last } = subscription
  const first_used_at = last && Date.parse(last) >= Date.parse(reverted_at) ? last : null
  const charge = await readCharge(tx, order_id)
  await resumePeriod(tx, subscription.id, { ...charge, order_id, plan_id, first_used_at })
  return true
}
