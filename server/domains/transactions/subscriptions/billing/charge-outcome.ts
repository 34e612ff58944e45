import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '../../orders/orders.ts'
import type { Fulfilment } from '../../payments/order-fulfilment.ts'
import { cardLabel, type EndReason, subscriptionEmails } from '../emails.ts'
import {
  lockSubscription,
  readNextPlan,
  readPlan,
  startedOrNull,
  updateSubscription,
  markPastDue,
  markSubscriptionEnded,
  type StartedSubscription,
  type BillingCardRow,
} from '../subscription-queries.ts'
import { type ChargeRow, readCharge, startPeriod } from './charge-queries.ts'
import { failureText } from '../../orders/orders.copy.ts'
import { noCardText } from '../subscriptions.copy.ts'
import { nextPrice } from '../price-offers/price-offer-policy.ts'
import { findCurrentOffer } from '../price-offers/price-offer-queries.ts'
import { nextRetryAt } from './renewal-policy.ts'
import { notifyOwner } from '../../payments/payment-emails.ts'

/** Payment and delivery of subscription orders. */
export const subscriptionFulfilment: Fulfilment = {
  async pay({ db, payments, encryption }, { id, order_id, amount, title }, key) {
    const { card, customer_key } = await readCharge(db, id)
    // The card may have been charged before its deletion, so the payment has to be read from the gateway.
    if (!card) return { status: 'unknown', reason: 'card deleted' }
    const billing_key = encryption.decrypt(card.billing_key_ciphertext)
    const charge = { billing_key, customer_key, amount, order_id, order_name: title }
    return payments.chargeBilling(charge, key)
  },

  async deliver(tx, order, now, { site_url }) {
    const subscription = await lockSubscription(tx, order.wallet_id)
    // The subscription has ended since and dropped this charge.
    if (subscription.pending_order_id !== order.id) return 'not_deliverable'
    const charge = await readCharge(tx, order.id)
    await startPeriod(tx, subscription.id, order, charge, now)
    await notifyPaid(tx, order, charge, now, site_url)
    return null
  },

  async fail(tx, order, now, { site_url }) {
    const subscription = await lockSubscription(tx, order.wallet_id)
    if (subscription.pending_order_id !== order.id) return
    const { kind, card, auto_renew_was_off } = await readCharge(tx, order.id)
    const restoresStop = kind === 'upgrade' && auto_renew_was_off
    const values = { pending_order_id: null, ...(restoresStop ? { auto_renew: false } : {}) }
    await updateSubscription(tx, subscription.id, values)
    const running = startedOrNull(subscription)
    // A failed first charge or upgrade is not past due.
    if (kind !== 'renew' || !running) return
    const { created_at: at, failure_code, amount } = order
    const failed = { at, code: failure_code ?? '', amount, card }
    await recordChargeFailure(tx, running, failed, { now, site_url })
  },
}

const outcomes = {
  join: { state: 'joined', email: subscriptionEmails.joined },
  upgrade: { state: 'upgraded', email: subscriptionEmails.upgraded },
  renew: { state: 'renewed', email: subscriptionEmails.renewed },
} as const

async function notifyPaid(tx: Tx, order: OrderRow, charge: ChargeRow, now: Date, site_url: string) {
  const subscription = startedOrNull(await lockSubscription(tx, order.wallet_id))
  if (!subscription) return
  const { name } = await readPlan(tx, subscription.plan_id)
  const next = await readNextPlan(tx, subscription)
  const offer = await findCurrentOffer(tx, subscription.id, now)
  const paidCharge = {
    plan: name,
    amount: order.amount,
    credit: charge.proration_credit,
    card: cardLabel(charge.card),
    period_start: new Date(subscription.period_start),
    period_end: new Date(subscription.period_end),
    next_amount: subscription.auto_renew
      ? nextPrice(next.price, offer, subscription.period_end)
      : null,
  }
  const { state, email } = outcomes[charge.kind]
  await notifyOwner(
    tx,
    order.wallet_id,
    {
      kind: 'renewal',
      key: `order:${order.id}`,
      data: { plan: name, state },
      email: email(paidCharge, site_url),
    },
    now,
  )
}

/** A failed renewal. `at`: time of the attempt. */
type FailedRenewal = {
  at: string
  /** Failure code of the gateway, or `noCardCode`. */
  code: string
  amount: number
  card: Pick<BillingCardRow, 'company' | 'masked_number'> | null
}

/** Failure code of a renewal without a registered card. */
export const noCardCode = 'NO_CARD'

/** Member-facing text of a failed charge: the reason and the next step. */
export const chargeFailureText = (code: string): string =>
  code === noCardCode ? noCardText : failureText(code)

/**
 * Records a failed renewal. It is retried on days 1, 3, 5 and 7, then the subscription ends; the member is e-mailed each
 * time. The caller holds the lock of the subscription and has ruled out a pending charge.
 */
export async function recordChargeFailure(
  tx: Tx,
  subscription: StartedSubscription,
  { at, code, amount, card }: FailedRenewal,
  { now, site_url }: { now: Date; site_url: string },
): Promise<void> {
  const first_failed_at = subscription.first_failed_at ?? at
  const next_retry_at = nextRetryAt({ first_failed_at, last_failed_at: at })
  if (!next_retry_at) return endSubscription(tx, subscription, { now, site_url })
  const next_retry = next_retry_at.toISOString()
  const access_until = await markPastDue(tx, subscription.id, {
    first_failed_at,
    last_failed_at: at,
    failure_code: code,
    next_retry_at: next_retry,
  })
  // If renewal was turned off while the charge was pending, there is no retry to announce.
  if (!subscription.auto_renew) return
  const { name: plan } = await readNextPlan(tx, subscription)
  const failedCharge = {
    plan,
    amount,
    card: card && cardLabel(card),
    reason: chargeFailureText(code),
    next_retry_at,
    is_last: nextRetryAt({ first_failed_at, last_failed_at: next_retry }) === null,
    access_until: new Date(access_until ?? at),
  }
  await notifyOwner(
    tx,
    subscription.wallet_id,
    {
      kind: 'renewal',
      key: `failed:${subscription.id}:${at}`,
      data: { plan, state: 'failed' },
      email: subscriptionEmails.chargeFailed(failedCharge, now, site_url),
    },
    now,
  )
}

/** Ends a subscription and notifies the member. The default reason depends on whether renewal was on. */
export async function endSubscription(
  tx: Tx,
  subscription: StartedSubscription,
  {
    now,
    site_url,
    reason = subscription.auto_renew ? 'unpaid' : 'stopped',
  }: { now: Date; site_url: string; reason?: EndReason },
): Promise<void> {
  await markSubscriptionEnded(tx, subscription.id, now)
  const { name } = await readPlan(tx, subscription.plan_id)
  await notifyOwner(
    tx,
    subscription.wallet_id,
    {
      kind: 'renewal',
      key: `ended:${subscription.id}:${now.toISOString()}`,
      data: { plan: name, state: 'ended' },
      email: subscriptionEmails.ended(name, reason, site_url),
    },
    now,
  )
}
