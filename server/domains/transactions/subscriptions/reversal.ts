import type { Refundable } from '#contract/transactions.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { decideRefund } from '../decide-refund.ts'
import { post } from '../ledger.ts'
import { lockOrder, type OrderRow } from '../orders.ts'
import type { Reversal } from '../reversals.ts'
import { closeSubscription } from './failure.ts'
import { begun, isRefunding, lockSubscription } from './queries.ts'
import { findBefore, redoChange, undoChange } from './undo-change.ts'

/**
 * How the charge of a subscription is paid back (D-55): it ends at once, and is not renewed. One that was for a dearer plan
 * is undone: the period before runs on to its end.
 */
export const subscriptionReversal: Reversal = {
  async decide(tx, order, now, by = decideRefund) {
    const running = begun(await lockSubscription(tx, order.wallet_id))
    // How a charge that is under way went is not known yet, so nobody can say what goes back.
    if (running && running.charging_order_id !== null) refuse('order_under_way')
    // Were the other refused for good, this one would be what the change that holds again was paid with.
    if (running && (await isRefunding(tx, running.id, order.id))) refuse('order_under_way')
    return decideCharge(tx, order, now, by)
  },

  async revoke(tx, { wallet_id, order_id }, now) {
    const running = begun(await lockSubscription(tx, wallet_id))
    // Only staff gets here for a period that is over: what runs since was paid by itself.
    if (running?.order_id !== order_id || running.status === 'ended') return
    const { id } = running
    const before = await findBefore(tx, order_id)
    if (before && Date.parse(before.until) > now.getTime()) await undoChange(tx, id, before)
    else await closeSubscription(tx, id, now)
    // Also for when it cannot be paid back: whoever wanted his money is not charged once more.
    await tx.updateTable('subscriptions').set({ auto_renew: false }).where('id', '=', id).execute()
  },

  async settle(tx, { id, wallet_id, order_id, title, won }, reverses, now) {
    const source = { type: 'refund', id } as const
    const moves = [{ unit: 'won', debit: 'sales', credit: 'gateway', amount: won }] as const
    await post(tx, { kind: 'refund', wallet_id, title, order_id, reverses, source, moves }, now)
  },

  async restore(tx, { wallet_id, order_id, requested_at }) {
    const before = await findBefore(tx, order_id)
    const undone_at = requested_at
    // Where the period before was over by then, nothing was undone: it has ended.
    if (before && Date.parse(before.until) > Date.parse(undone_at))
      return redoChange(tx, await lockOrder(tx, order_id), { before, undone_at })
    await tx
      .updateTable('subscriptions')
      .set({ status: 'active', ended_at: null })
      .where('wallet_id', '=', wallet_id)
      .where('order_id', '=', order_id)
      .where('status', '=', 'ended')
      // Not one that had ended before.
      .where('ended_at', '>=', requested_at)
      .execute()
    return true
  },
}

/** Whether a charge is paid back `by` a rule, whatever else is under way. Wallet and order are locked. */
export async function decideCharge(
  tx: Tx,
  order: OrderRow,
  now: Date,
  by: typeof decideRefund = decideRefund,
): Promise<Refundable> {
  const running = begun(await lockSubscription(tx, order.wallet_id))
  const isRunning = running?.order_id === order.id
  const refund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.id)
    // As the index says it (R2): without this every refund there is would be looked at.
    .where('kind', '<>', 'points')
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  const before = await findBefore(tx, order.id)
  return by(
    {
      kind: 'subscription',
      // What another period has taken the place of is over.
      status: isRunning ? running.status : 'ended',
      played_at: isRunning ? running.played_at : null,
      ...{ amount: order.amount, cancelled_amount: order.cancelled_amount },
      paid_at: order.paid_at ?? order.created_at,
      is_refunding: refund !== undefined || order.void_reason !== null,
      before: before ? { name: before.name, until: new Date(before.until).toISOString() } : null,
    },
    now,
  )
}
