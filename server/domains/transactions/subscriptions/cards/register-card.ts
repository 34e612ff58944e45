import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { invalidAuthKeyCodes } from '#server/adapters/payments/index.ts'
import type { OrderRow } from '../../orders/orders.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { processPayment } from '../../payments/process-payment.ts'
import { lockWallet } from '../../ledger/wallets.ts'
import { createHash } from 'node:crypto'
import { consumeChargeLimit, processCharge } from '../billing/charge-period.ts'
import { findCardByAuthKey, replaceCard } from './billing-cards.ts'
import { beginRenewalCharge } from '../billing/charge-period.ts'
import { readNextPlan } from '../subscription-queries.ts'
import { chargeFailureText } from '../billing/payment-failure.ts'
import {
  startedOrNull,
  findCard,
  findFirstCharge,
  lockSubscription,
} from '../subscription-queries.ts'
import { choosePlan, requirePlan } from '../subscribe.ts'
import { authExpiredText } from '../subscriptions.copy.ts'

type Returned = {
  auth_key: string
  customer_key: string
  subscription_plan_id?: number | undefined
  agreed_amount?: number | undefined
}

/** For how long what was agreed to before the card's window opened is good. */
const agreedFor = 24 * 3_600_000

/**
 * Takes what the card's window came back with: from now on this card is charged, and the one before is forgotten. With a
 * plan that was agreed to it is joined at once, and a charge that is owed is tried at once. Said again, by a reload, it
 * does nothing, and answers how that went.
 *
 * No row is reserved before the gateway is asked: what the window came back with is itself the key of the attempt, so
 * that asking again answers the same card; and a card that nobody came back for is charged by nobody.
 * @returns the order of what was charged; null where nothing was.
 * @throws Refusal `payment_mismatch`, `payment_declined`; `service_unavailable` where the gateway does not say: the same may
 *   be said again; with the card registered `same_plan`, `amount_changed`, `order_under_way`.
 */
export async function registerCard(
  parts: PaymentDependencies,
  member_id: number,
  returned: Returned,
  now: Date,
): Promise<OrderRow | null> {
  const { subscription_plan_id: plan_id, auth_key, customer_key, agreed_amount } = returned
  const plan = plan_id === undefined ? undefined : await requirePlan(parts, plan_id)
  const auth_hash = createHash('sha256').update(auth_key).digest()
  await consumeChargeLimit(parts, member_id, now)

  const known = await parts.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    if (wallet.customer_key !== customer_key) throwProblem('payment_mismatch')
    const registered = await findCardByAuthKey(tx, wallet.id, auth_hash)
    if (registered !== undefined) return registered
    const { wanted_plan_id, agreed_at } = await lockSubscription(tx, wallet.id)
    const since = now.getTime() - Date.parse(agreed_at ?? '')
    if (plan && !(wanted_plan_id === plan.id && since < agreedFor))
      throwFieldError('subscription_plan_id', 'must_agree')
    return undefined
  })
  if (known !== undefined) return findFirstCharge(parts.db, known)

  const verdict = await issueBillingKey(parts, { auth_key, customer_key }, auth_hash)
  if (verdict.fate === 'unknown') return throwProblem('service_unavailable', { retry_after: 5 })
  if (verdict.fate === 'refused') {
    const { code } = verdict
    const isStale = invalidAuthKeyCodes.some((one) => one === code)
    const detail = isStale ? authExpiredText : chargeFailureText(code)
    return throwProblem('payment_declined', { decline: { code, detail } })
  }
  const issued = { ...verdict.answer, auth_hash }
  const is_taken = await parts.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    if ((await findCardByAuthKey(tx, wallet.id, auth_hash)) !== undefined) return false
    await replaceCard(tx, parts, wallet.id, issued, now)
    return true
  })
  // Twice at once: the other goes on.
  if (!is_taken) return null

  const order = await parts.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    const subscription = await lockSubscription(tx, wallet.id)
    const card = await findCard(tx, wallet.id)
    if (!card) return null
    if (plan) {
      const agreed_at = new Date(subscription.agreed_at ?? now)
      const choice = { subscription, plan, card, agreed_at, agreed_amount, now }
      const chosen = await choosePlan(tx, choice)
      return 'unpaid' in chosen ? null : chosen.order
    }
    const owing = startedOrNull(subscription)
    if (owing?.status !== 'past_due' || !owing.auto_renew || owing.charging_order_id !== null)
      return null
    const renewed = { subscription: owing, plan: await readNextPlan(tx, owing), card }
    return beginRenewalCharge(tx, { ...renewed, agreed_at: null, now })
  })
  if (!order) return null
  // The card is registered either way: whoever only owed sees with his subscription how the charge went.
  return plan ? processCharge(parts, order) : processPayment(parts, order.id)
}

/** How many stored errors a registration gets past. */
const issueAttempts = 3

/**
 * Issues the billing key of a card. The Idempotency-Keys follow from `auth_hash`, so that a repeated request gets the card
 * of a lost answer; after an answer with an error, which the gateway stores, the next key is used. A billing key that was
 * issued despite the error is never charged: `auth_key` is used up, and the member registers the card again.
 */
async function issueBillingKey(
  { payments }: Pick<PaymentDependencies, 'payments'>,
  request: { auth_key: string; customer_key: string },
  auth_hash: Buffer,
) {
  const firstKey = `card-${auth_hash.toString('hex')}`
  let verdict = await payments.issueBillingKey(request, firstKey)
  for (let attempt = 2; attempt <= issueAttempts; attempt++) {
    if (verdict.fate !== 'unknown' || !verdict.stored_error) break
    verdict = await payments.issueBillingKey(request, `${firstKey}-${attempt}`)
  }
  return verdict
}
