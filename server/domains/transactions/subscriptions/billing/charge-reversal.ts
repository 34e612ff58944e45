import type { RefundEligibility } from '#contract/transactions/transactions.ts'
import type { Tx, Db } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { decideRefund } from '../../refunds/refund-policy.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { lockOrder, type OrderRow } from '../../orders/orders.ts'
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
 * How the charge of a subscription is paid back (D-55): it ends at once, and is not renewed. One that was for a dearer plan
 * is undone: the period before runs on to its end.
 */
export const subscriptionReversal: Reversal = {
  async evaluate(tx, order, now, by = decideRefund) {
    const running = startedOrNull(await lockSubscription(tx, order.wallet_id))
    // How a charge that is under way went is not known yet, so nobody can say what goes back.
    if (running && running.charging_order_id !== null) throwProblem('order_under_way')
    // Were the other refused for good, this one would be what the change that holds again was paid with.
    if (running && (await hasPendingRefund(tx, running.id, order.id)))
      throwProblem('order_under_way')
    return decideChargeRefund(tx, order, now, by)
  },

  async revoke(tx, { wallet_id, order_id }, now) {
    const running = startedOrNull(await lockSubscription(tx, wallet_id))
    // Only staff gets here for a period that is over: what runs since was paid by itself.
    if (running?.order_id !== order_id || running.status === 'ended') return
    const { id } = running
    const before = await findPreviousPeriod(tx, order_id)
    if (before && Date.parse(before.until) > now.getTime()) await revertUpgrade(tx, id, before)
    else await markSubscriptionEnded(tx, id, now)
    // Also for when it cannot be paid back: whoever wanted his money is not charged once more.
    await tx.updateTable('subscriptions').set({ auto_renew: false }).where('id', '=', id).execute()
  },

  async post(tx, { id, wallet_id, order_id, title, won }, reverses, now) {
    const source = { type: 'refund', id } as const
    const moves = [{ unit: 'won', debit: 'sales', credit: 'gateway', amount: won }] as const
    await postEntry(
      tx,
      { kind: 'refund', wallet_id, title, order_id, reverses, source, moves },
      now,
    )
  },

  async restore(tx, { wallet_id, order_id, requested_at }) {
    const before = await findPreviousPeriod(tx, order_id)
    const undone_at = requested_at
    // Where the period before was over by then, nothing was undone: it has ended.
    if (before && Date.parse(before.until) > Date.parse(undone_at))
      return reapplyUpgrade(tx, await lockOrder(tx, order_id), { before, undone_at })
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
    // As the index says it (R2): without this every refund there is would be looked at.
    .where('kind', '<>', 'points')
    .where('status', '<>', 'failed')
    .executeTakeFirst()
  const before = await findPreviousPeriod(tx, order.id)
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

/** A period that was paid for, as a subscription stands on it. Instants in ISO 8601, won in whole won. */
type Period = {
  order_id: number
  plan_id: number | null
  anchor: string
  period: number
  price: number
  /** When something was first played in it. */
  played_at: string | null
}

/** The period that a change upward took the place of, its plan's name, and until when it is paid for. */
export type PreviousPeriod = Period & { name: string; until: string }

/** What the charge of an order took the place of, where it was a change upward and that is still paid for. */
export async function findPreviousPeriod(
  db: Db,
  order_id: number,
): Promise<PreviousPeriod | undefined> {
  const { rows } = await sql<PreviousPeriod>`
    select o.id as order_id, o.plan_id, p.name, c.anchor, c.period, c.price, period_start(c.anchor, c.period + 1) as until,
      up.from_played_at as played_at
    from subscription_charges up
    join orders o on o.id = up.from_order_id and o.status = 'paid' and o.void_reason is null
    join subscription_charges c on c.order_id = o.id
    join subscription_plans p on p.id = o.plan_id
    where up.order_id = ${order_id}`.execute(db)
  return rows[0]
}

/**
 * D-55: a change upward is paid back, so it is undone: what was credited is there again, as the rest of the period before.
 * The subscription is locked.
 */
export async function revertUpgrade(
  tx: Tx,
  subscription_id: number,
  before: PreviousPeriod,
): Promise<void> {
  await standOn(tx, subscription_id, before)
}

/**
 * R4: the gateway gives nothing back, so the change holds again, unless the subscription went on to something else
 * meanwhile. What was played since is played in it.
 * @returns whether it holds.
 */
export async function reapplyUpgrade(
  tx: Tx,
  order: { id: number; wallet_id: number; plan_id: number | null },
  { before, undone_at }: { before: PreviousPeriod; undone_at: string },
): Promise<boolean> {
  const subscription = await lockSubscription(tx, order.wallet_id)
  if (subscription.status === 'new' || subscription.order_id !== before.order_id) return false
  if (subscription.charging_order_id !== null) return false
  const { anchor, period, price } = await readCharge(tx, order.id)
  const { played_at: last } = subscription
  const played_at = last && Date.parse(last) >= Date.parse(undone_at) ? last : null
  const { plan_id, id: order_id } = order
  await standOn(tx, subscription.id, { order_id, plan_id, anchor, period, price, played_at })
  return true
}

async function standOn(tx: Tx, id: number, to: Period): Promise<void> {
  const { order_id, plan_id, anchor, period, price, played_at } = to
  await tx
    .updateTable('subscriptions')
    .set({
      ...{ status: 'active', ended_at: null, next_plan_id: null },
      ...{ order_id, plan_id, anchor, period, period_price: price, played_at },
      ...{ wanted_plan_id: null, agreed_at: null },
      ...{ failed_since: null, failed_at: null, failure_code: null, retry_at: null },
    })
    .where('id', '=', id)
    .execute()
}
