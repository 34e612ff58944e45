import type { Tx } from '#server/db/client.ts'
import { findOwnerEmail } from '../../ledger/wallet-queries.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { OrderRow } from '../../orders/orders.ts'
import type { Fulfilment } from '../../payments/order-fulfilment.ts'
import { cardLabel, subscriptionEmails } from '../emails.ts'
import {
  lockSubscription,
  readNextPlan,
  readPlan,
  startedOrNull,
  updateSubscription,
} from '../subscription-queries.ts'
import { type ChargeRow, readCharge, startPeriod } from './charge-queries.ts'
import { recordChargeFailure } from './payment-failure.ts'

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

const emails = {
  join: subscriptionEmails.joined,
  upgrade: subscriptionEmails.upgraded,
  renew: subscriptionEmails.renewed,
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
  const email = emails[charge.kind](paidCharge, site_url)
  await queueMessage(tx, { kind: 'mail', to, ...email }, { now })
}
