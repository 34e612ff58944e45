import type { Tx } from '#server/db/client.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { Fulfilment } from '../../payments/order-fulfilment.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { readNextPlan } from '../subscription-queries.ts'
import { recordChargeFailure } from './payment-failure.ts'
import { cardLabel, subscriptionEmails } from '../emails.ts'
import {
  startedOrNull,
  type ChargeRow,
  findOwnerEmail,
  lockSubscription,
  readCharge,
  readPlan,
} from '../subscription-queries.ts'

/** Payment and delivery of subscription orders (D-56). */
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
    // The subscription has ended since and dropped this charge (P8).
    if (subscription.pending_order_id !== order.id) return 'not_deliverable'
    const charge = await readCharge(tx, order.id)
    await beginPeriod(tx, subscription.id, order, charge, now)
    await notifyPaid(tx, order, charge, now, site_url)
    return null
  },

  async fail(tx, order, now, { site_url }) {
    const subscription = await lockSubscription(tx, order.wallet_id)
    if (subscription.pending_order_id !== order.id) return
    const { kind, card, auto_renew_was_off } = await readCharge(tx, order.id)
    const restoresStop = kind === 'upgrade' && auto_renew_was_off
    await tx
      .updateTable('subscriptions')
      .set({ pending_order_id: null, ...(restoresStop ? { auto_renew: false } : {}) })
      .where('id', '=', subscription.id)
      .execute()
    const running = startedOrNull(subscription)
    // A failed first charge or upgrade is not past due.
    if (kind !== 'renew' || !running) return
    const failed = {
      at: order.created_at,
      code: order.failure_code ?? '',
      amount: order.amount,
      card,
    }
    await recordChargeFailure(tx, running, failed, { now, site_url })
  },
}

async function beginPeriod(tx: Tx, id: number, order: OrderRow, charge: ChargeRow, now: Date) {
  const { kind, price, billing_cycle_anchor, period_index } = charge
  await tx
    .updateTable('subscriptions')
    .set((column) => ({
      // Playback after the period's start, while its charge was past due, counts for this period.
      first_used_at: column
        .case()
        .when('first_used_at', '>=', order.period_start)
        .then(column.ref('first_used_at'))
        .end(),
      ...{ status: 'active', plan_id: order.plan_id, next_plan_id: null },
      ...{ billing_cycle_anchor, period_index, period_price: price, order_id: order.id },
      ...{ pending_order_id: null, ended_at: null },
      ...{ first_failed_at: null, last_failed_at: null, failure_code: null, next_retry_at: null },
      ...{ requested_plan_id: null, consented_at: null },
      ...(kind === 'join' ? { started_at: now.toISOString() } : {}),
    }))
    .where('id', '=', id)
    .execute()
}

async function notifyPaid(tx: Tx, order: OrderRow, charge: ChargeRow, now: Date, site_url: string) {
  const to = await findOwnerEmail(tx, order.wallet_id)
  const subscription = startedOrNull(await lockSubscription(tx, order.wallet_id))
  if (!to || !subscription) return
  const { name } = await readPlan(tx, subscription.plan_id)
  const next = await readNextPlan(tx, subscription)
  const paidCharge = {
    plan: name,
    amount: order.amount,
    credit: charge.proration_credit,
    card: cardLabel(charge.card),
    period_start: new Date(subscription.period_start),
    period_end: new Date(subscription.period_end),
    next_amount: subscription.auto_renew ? next.price : null,
  }
  const emails = {
    join: subscriptionEmails.joined,
    upgrade: subscriptionEmails.upgraded,
    renew: subscriptionEmails.renewed,
  }
  await queueMessage(
    tx,
    { kind: 'mail', to, ...emails[charge.kind](paidCharge, site_url) },
    { now },
  )
}
