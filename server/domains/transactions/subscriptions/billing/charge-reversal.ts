import type { RefundEligibility } from '#contract/transactions/transactions.ts'
import type { Tx, Db } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { decideRefund } from '../../refunds/refund-policy.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { lockOrder } from '../../orders/order-queries.ts'
import type { OrderRow } from '../../orders/orders.ts'
import type { Reversal } from '../../refunds/refunds.ts'
import { markSubscriptionEnded } from './payment-failure.ts'
import {
  startedOrNull,
  hasPendingRefund,
  lockSubscription,
  readCharge,
} from '../subscription-queries.ts'
import { sql } from 'kysely'

/**
 * Reversal of a subscription charge (D-55): the subscription ends at once. The refund of an upgrade instead restores the
 * previous period until its end. Renewal is turned off in both cases.
 */
export const subscriptionReversal: Reversal = {
  async evaluate(tx, order, now, by = decideRefund) {
    const running = startedOrNull(await lockSubscription(tx, order.wallet_id))
    // The refund depends on the outcome of the pending charge.
    if (running && running.pending_order_id !== null) throwProblem('order_under_way')
    // If the other refund were declined, its upgrade would be reapplied, and this charge pays for its credit.
    if (running && (await hasPendingRefund(tx, running.id, order.id)))
      throwProblem('order_under_way')
    return decideChargeRefund(tx, order, now, by)
  },

  async revoke(tx, { wallet_id, order_id }, now) {
    const running = startedOrNull(await lockSubscription(tx, wallet_id))
    // Staff may refund an ended period; the current period has its own charge and stays.
    if (running?.order_id !== order_id || running.status === 'ended') return
    const { id } = running
    const before = await findPreviousPeriod(tx, order_id)
    if (before && Date.parse(before.until) > now.getTime()) await revertUpgrade(tx, id, before)
    else await markSubscriptionEnded(tx, id, now)
    // Renewal stays off even if the refund is declined: the member requested a refund and expects no further charge.
    await tx.updateTable('subscriptions').set({ auto_renew: false }).where('id', '=', id).execute()
  },

  async post(tx, { id, wallet_id, order_id, title, amount }, reverses_entry_id, now) {
    const source = { type: 'refund', id } as const
    const moves = [{ unit: 'won', debit: 'sales', credit: 'gateway', amount }] as const
    await postEntry(
      tx,
      { kind: 'refund', wallet_id, title, order_id, reverses_entry_id, source, moves },
      now,
    )
  },

  async restore(tx, { wallet_id, order_id, requested_at }) {
    const before = await findPreviousPeriod(tx, order_id)
    const undone_at = requested_at
    // If the previous period was already over, the subscription was ended rather than reverted.
    if (before && Date.parse(before.until) > Date.parse(undone_at))
      return reapplyUpgrade(tx, await lockOrder(tx, order_id), { before, undone_at })
    await tx
      .updateTable('subscriptions')
      .set({ status: 'active', ended_at: null })
      .where('wallet_id', '=', wallet_id)
      .where('order_id', '=', order_id)
      .where('status', '=', 'ended')
      // Excludes subscriptions that had ended before the refund.
      .where('ended_at', '>=', requested_at)
      .execute()
    return true
  },
}

/**
 * Decides the refund of a charge by the policy `by`, ignoring other pending charges and refunds. The caller holds the locks
 * of wallet and order.
 */
export async function decideChargeRefund(
  tx: Tx,
  order: OrderRow,
  now: Date,
  by: typeof decideRefund = decideRefund,
): Promise<RefundEligibility> {
  const running = startedOrNull(await lockSubscription(tx, order.wallet_id))
  const isRunning = running?.order_id === order.id
  const refund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order.id)
    // Repeats the predicate of the partial index (R2); without it the query scans all refunds.
    .where('kind', '<>', 'points')
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  const before = await findPreviousPeriod(tx, order.id)
  return by(
    {
      kind: 'subscription',
      // A period that another one has replaced is over.
      status: isRunning ? running.status : 'ended',
      first_used_at: isRunning ? running.first_used_at : null,
      ...{ amount: order.amount, cancelled_amount: order.cancelled_amount },
      paid_at: order.paid_at ?? order.created_at,
      is_refunding: refund !== undefined || order.undeliverable_reason !== null,
      before: before ? { name: before.name, until: new Date(before.until).toISOString() } : null,
    },
    now,
  )
}

/** A paid period of a subscription. Instants in ISO 8601, amounts in whole won. */
type Period = {
  order_id: number
  plan_id: number | null
  billing_cycle_anchor: string
  period_index: number
  price: number
  /** First playback in the period. */
  first_used_at: string | null
}

/** The period that an upgrade replaced, with its plan's name and its paid end. */
export type PreviousPeriod = Period & { name: string; until: string }

/** Finds the period that the charge of an order replaced, if it was an upgrade and that period is not refunded. */
export async function findPreviousPeriod(
  db: Db,
  order_id: number,
): Promise<PreviousPeriod | undefined> {
  const { rows } = await sql<PreviousPeriod>`
    select o.id as order_id, o.plan_id, p.name, c.billing_cycle_anchor, c.period_index, c.price, period_start(c.billing_cycle_anchor, c.period_index + 1) as until,
      up.previous_first_used_at as first_used_at
    from subscription_charges up
    join orders o on o.id = up.previous_order_id and o.status = 'paid' and o.undeliverable_reason is null
    join subscription_charges c on c.order_id = o.id
    join subscription_plans p on p.id = o.plan_id
    where up.order_id = ${order_id}`.execute(db)
  return rows[0]
}

/**
 * Reverts a refunded upgrade to the previous period, whose remaining time is available again (D-55). The caller holds the
 * lock of the subscription.
 */
export async function revertUpgrade(
  tx: Tx,
  subscription_id: number,
  before: PreviousPeriod,
): Promise<void> {
  await setCurrentPeriod(tx, subscription_id, before)
}

/**
 * Reapplies an upgrade whose refund the gateway declined (R4), unless the subscription has changed since. Playback since
 * then counts for the upgraded period.
 * @returns whether the upgrade was reapplied.
 */
export async function reapplyUpgrade(
  tx: Tx,
  order: { id: number; wallet_id: number; plan_id: number | null },
  { before, undone_at }: { before: PreviousPeriod; undone_at: string },
): Promise<boolean> {
  const subscription = await lockSubscription(tx, order.wallet_id)
  if (subscription.status === 'new' || subscription.order_id !== before.order_id) return false
  if (subscription.pending_order_id !== null) return false
  const { billing_cycle_anchor, period_index, price } = await readCharge(tx, order.id)
  const { first_used_at: last } = subscription
  const first_used_at = last && Date.parse(last) >= Date.parse(undone_at) ? last : null
  const { plan_id, id: order_id } = order
  await setCurrentPeriod(tx, subscription.id, {
    order_id,
    plan_id,
    billing_cycle_anchor,
    period_index,
    price,
    first_used_at,
  })
  return true
}

async function setCurrentPeriod(tx: Tx, id: number, to: Period): Promise<void> {
  const { order_id, plan_id, billing_cycle_anchor, period_index, price, first_used_at } = to
  await tx
    .updateTable('subscriptions')
    .set({
      ...{ status: 'active', ended_at: null, next_plan_id: null },
      ...{
        order_id,
        plan_id,
        billing_cycle_anchor,
        period_index,
        period_price: price,
        first_used_at,
      },
      ...{ requested_plan_id: null, consented_at: null },
      ...{ first_failed_at: null, last_failed_at: null, failure_code: null, next_retry_at: null },
    })
    .where('id', '=', id)
    .execute()
}
