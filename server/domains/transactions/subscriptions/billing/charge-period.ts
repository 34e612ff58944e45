import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { insertCardOrder, type OrderRow } from '../../orders/orders.ts'
import { beginPayment, processPayment } from '../../payments/process-payment.ts'
import { periodIndexAt, periodStart } from '../billing-period.ts'
import {
  startedOrNull,
  type StartedSubscription,
  type BillingCardRow,
  lastPeriodStart,
  type SubscriptionRow,
} from '../subscription-queries.ts'
import { orderTitle } from '../subscriptions.copy.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { chargeFailureText } from './payment-failure.ts'

type Making = {
  subscription: SubscriptionRow
  plan: Plan
  card: BillingCardRow
  /** When both consents were given; null where nobody was asked. */
  agreed_at: Date | null
  now: Date
}

/** Sets out to charge the first period of a plan, from now: whoever joins, or changes upward. */
export async function beginFirstCharge(
  tx: Tx,
  making: Making & { kind: 'join' | 'upgrade'; credit: number },
): Promise<OrderRow> {
  const { subscription, now } = making
  const last = await lastPeriodStart(tx, subscription.id)
  // No two periods begin at one instant (S2).
  const anchor = new Date(Math.max(now.getTime(), last === null ? 0 : Date.parse(last) + 1))
  return make(tx, { ...making, anchor, period: 0 })
}

/**
 * Sets out to charge the next period, from where the one before ended (S3). Periods in which nothing was charged because
 * nobody worked are left out.
 */
export async function beginRenewalCharge(
  tx: Tx,
  making: Making & { subscription: StartedSubscription },
): Promise<OrderRow> {
  const { subscription, now } = making
  const anchor = new Date(subscription.anchor)
  const period = Math.max(subscription.period + 1, periodIndexAt(anchor, now))
  return make(tx, { ...making, kind: 'renew', credit: 0, anchor, period })
}

/** The first of rule 4's steps. Wallet and subscription are locked, and no other charge is under way. */
async function make(
  tx: Tx,
  making: Making & {
    kind: 'join' | 'upgrade' | 'renew'
    credit: number
    anchor: Date
    period: number
  },
): Promise<OrderRow> {
  const { subscription, plan, card, kind, credit, anchor, period, now } = making
  const { price } = plan
  const running = startedOrNull(subscription)
  const order = await insertCardOrder(
    tx,
    {
      kind: 'subscription',
      wallet_id: subscription.wallet_id,
      plan_id: plan.id,
      subscription_id: subscription.id,
      period_start: periodStart(anchor, period).toISOString(),
      title: orderTitle(plan.name),
      amount: price - credit,
      agreed_at: making.agreed_at,
      window_ends_at: null,
    },
    now,
  )
  await tx
    .insertInto('subscription_charges')
    .values({
      ...{ order_id: order.id, kind, price, credit, period, card_id: card.id },
      anchor: anchor.toISOString(),
      was_stopped: !subscription.auto_renew,
      ...(kind === 'upgrade' && running
        ? { from_order_id: running.order_id, from_played_at: running.played_at }
        : {}),
    })
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({
      charging_order_id: order.id,
      // Now, so that what is said while it is under way is said last (S5).
      ...(kind === 'renew' ? {} : { auto_renew: true }),
    })
    .where('id', '=', subscription.id)
    .execute()
  await beginPayment(tx, order, null, now)
  return order
}

/** A card is not tried over and over: its company would stop it. */
const attempts = { times: 10, seconds: 3_600 }

/**
 * Counts one more attempt of a member to charge or register a card.
 * @throws Refusal `rate_limited`
 */
export async function consumeChargeLimit(
  { transact, limits }: Pick<PaymentDependencies, 'transact' | 'limits'>,
  member_id: number,
  now: Date,
): Promise<void> {
  if (limits) await transact((tx: Tx) => consumeRateLimit(tx, `cards:${member_id}`, attempts, now))
}

/**
 * Runs what is left of the steps of a charge that was set out to. It may come back `unknown`: whoever asked sees that it
 * is under way, and the job settles it.
 * @throws Refusal `payment_declined` with the reason
 */
export async function processCharge(
  parts: PaymentDependencies,
  order: OrderRow,
): Promise<OrderRow> {
  const settled = await processPayment(parts, order.id)
  if (settled.status !== 'failed') return settled
  const code = settled.failure_code ?? ''
  return throwProblem('payment_declined', { decline: { code, detail: chargeFailureText(code) } })
}
