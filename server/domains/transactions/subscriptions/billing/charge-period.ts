import type { Plan } from '#contract/transactions/subscriptions.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { insertCardOrder } from '../../orders/order-queries.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { beginPayment, processPayment } from '../../payments/process-payment.ts'
import { periodIndexAt, periodStart } from '../billing-period.ts'
import {
  type BillingCardRow,
  startedOrNull,
  type StartedSubscription,
  type SubscriptionRow,
  updateSubscription,
} from '../subscription-queries.ts'
import { orderTitle } from '../subscriptions.copy.ts'
import { findLastPeriod, insertCharge } from './charge-queries.ts'
import { chargeFailureText } from './charge-outcome.ts'

type ChargeInput = Pick<PaymentDependencies, 'payments'> & {
  subscription: SubscriptionRow
  plan: Plan
  card: BillingCardRow
  /** Time of both consents; null for renewals, which ask for none. */
  consented_at: Date | null
  now: Date
}

/** Begins the charge of the first period of a plan, on subscribing or upgrading. */
export async function beginFirstCharge(
  tx: Tx,
  input: ChargeInput & { kind: 'join' | 'upgrade'; credit: number },
): Promise<OrderRow> {
  const { subscription, now } = input
  const last = await findLastPeriod(tx, subscription.id)
  // No two periods of a subscription start at the same instant.
  const earliest = last?.period_start ? Date.parse(last.period_start) + 1 : 0
  const anchor = new Date(Math.max(now.getTime(), earliest))
  return beginCharge(tx, { ...input, anchor, period: 0 })
}

/**
 * Begins the charge of the next period, which starts where the previous one ended. Periods missed because no worker
 * ran are skipped.
 */
export async function beginRenewalCharge(
  tx: Tx,
  input: ChargeInput & { subscription: StartedSubscription },
): Promise<OrderRow> {
  const { subscription, now } = input
  const anchor = new Date(subscription.billing_cycle_anchor)
  const period = Math.max(subscription.period_index + 1, periodIndexAt(anchor, now))
  return beginCharge(tx, { ...input, kind: 'renew', credit: 0, anchor, period })
}

/**
 * First step of a charge: inserts order and charge and begins the payment. The caller holds the locks of wallet and
 * subscription and has ruled out another pending charge.
 */
async function beginCharge(
  tx: Tx,
  input: ChargeInput & {
    kind: 'join' | 'upgrade' | 'renew'
    credit: number
    anchor: Date
    period: number
  },
): Promise<OrderRow> {
  const { subscription, plan, card, kind, credit, anchor, period, consented_at, now } = input
  const { price } = plan
  const order = await insertCardOrder(
    tx,
    {
      kind: 'subscription',
      wallet_id: subscription.wallet_id,
      plan_id: plan.id,
      plan_version: plan.version,
      subscription_id: subscription.id,
      period_start: periodStart(anchor, period).toISOString(),
      title: orderTitle(plan.name),
      amount: price - credit,
      consented_at,
      payment_expires_at: null,
    },
    now,
  )
  const running = startedOrNull(subscription)
  await insertCharge(tx, {
    order_id: order.id,
    kind,
    price,
    proration_credit: credit,
    period_index: period,
    card_id: card.id,
    billing_cycle_anchor: anchor.toISOString(),
    auto_renew_was_off: !subscription.auto_renew,
    ...(kind === 'upgrade' && running
      ? { previous_order_id: running.order_id, previous_first_used_at: running.first_used_at }
      : {}),
  })
  await updateSubscription(tx, subscription.id, {
    pending_order_id: order.id,
    // Set before the charge, so that a change by the member while it is pending wins.
    ...(kind === 'renew' ? {} : { auto_renew: true }),
  })
  await beginPayment(tx, input, order.id, null, now)
  return order
}

/**
 * Counts a request to charge or register a card against the member's rate limit.
 * @throws ProblemError `rate_limited`
 */
export async function consumeChargeLimit(
  { transact, limits }: Pick<PaymentDependencies, 'transact' | 'limits'>,
  member_id: number,
  now: Date,
): Promise<void> {
  if (limits) await transact((tx) => consumeRateLimit(tx, ['card_charges', member_id], now))
}

/**
 * Runs the remaining steps of a charge. The returned order may be `unknown`; a job then completes it.
 * @throws ProblemError `payment_declined` with the reason
 */
export async function processCharge(deps: PaymentDependencies, order: OrderRow): Promise<OrderRow> {
  const processed = await processPayment(deps, order.id)
  if (processed.status !== 'failed') return processed
  const code = processed.failure_code ?? ''
  return throwProblem('payment_declined', { decline: { code, detail: chargeFailureText(code) } })
}
