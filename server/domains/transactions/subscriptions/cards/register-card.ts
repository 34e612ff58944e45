import { dayMs } from '#contract/core/seoul-time.ts'
import { createHash } from 'node:crypto'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { subscriptions } from '#contract/transactions/subscriptions.ts'
import { invalidAuthKeyCodes } from '#server/adapters/payments/index.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { lockWallet } from '../../ledger/wallet-queries.ts'
import { readOrderRow } from '../../orders/order-queries.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { processPayment } from '../../payments/process-payment.ts'
import { beginRenewalCharge, consumeChargeLimit, processCharge } from '../billing/charge-period.ts'
import { findFirstCharge } from '../billing/charge-queries.ts'
import { chargeFailureText } from '../billing/charge-outcome.ts'
import { choosePlan, requirePlan } from '../subscribe.ts'
import {
  lockSubscription,
  readNextPlan,
  startedOrNull,
  findCard,
  findCardByAuthKey,
} from '../subscription-queries.ts'
import { authExpiredText } from '../subscriptions.copy.ts'
import { replaceCard } from './billing-cards.ts'

/** Validity of the consent given before the billing-auth window opened, in ms. */
const agreementValidMs = dayMs

/**
 * Registers the card returned by the billing-auth window and replaces the previous one. An agreed plan or a past-due charge
 * is charged at once. Idempotent: a repeated request only returns the first order of the card.
 *
 * No attempt is recorded before the gateway is called. The Idempotency-Key follows from the auth key, so a repeated call
 * returns the same billing key, and a billing key whose response was lost is never charged.
 * @returns the order that was charged, else null.
 * @throws ProblemError `payment_mismatch`, `payment_declined`; `service_unavailable` if the outcome is unknown, on which the
 *   request may be repeated; after registration `same_plan`, `plan_retired`, `plan_changed`, `amount_changed`,
 *   `order_in_progress`.
 */
export async function registerCard(
  deps: PaymentDependencies,
  member_id: number,
  request: ParsedInput<typeof subscriptions.registerCard>['body'],
  now: Date,
): Promise<OrderRow | null> {
  const { subscription_plan_id: plan_id, auth_key, customer_key, agreed_amount } = request
  const plan = plan_id === undefined ? undefined : await requirePlan(deps, plan_id)
  const auth_key_hash = createHash('sha256').update(auth_key).digest()
  await consumeChargeLimit(deps, member_id, now)

  const registered = await deps.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    if (wallet.customer_key !== customer_key) throwProblem('payment_mismatch')
    const registered = await findCardByAuthKey(tx, wallet.id, auth_key_hash)
    if (registered) return registered
    const { requested_plan_id, consented_at } = await lockSubscription(tx, wallet.id)
    const since = now.getTime() - Date.parse(consented_at ?? '')
    if (plan && !(requested_plan_id === plan.id && since < agreementValidMs))
      throwFieldError('subscription_plan_id', 'consent_required')
    return undefined
  })
  if (registered) {
    const charge = await findFirstCharge(deps.db, registered.id)
    return charge ? readOrderRow(deps.db, charge.order_id) : null
  }

  const result = await issueBillingKey(deps, { auth_key, customer_key }, auth_key_hash)
  if (result.status === 'unknown') return throwProblem('service_unavailable', { retry_after: 5 })
  if (result.status === 'refused') {
    const { code } = result
    const isInvalidAuthKey = invalidAuthKeyCodes.some((invalidCode) => invalidCode === code)
    const detail = isInvalidAuthKey ? authExpiredText : chargeFailureText(code)
    return throwProblem('payment_declined', { decline: { code, detail } })
  }
  const issued = { ...result.response, auth_key_hash }
  const isRegistered = await deps.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    if (await findCardByAuthKey(tx, wallet.id, auth_key_hash)) return false
    await replaceCard(tx, deps, wallet.id, issued, now)
    return true
  })
  // A concurrent identical request has registered the card and continues.
  if (!isRegistered) return null

  const order = await deps.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    const subscription = await lockSubscription(tx, wallet.id)
    const card = await findCard(tx, wallet.id)
    if (!card) return null
    if (plan) {
      const consented_at = new Date(subscription.consented_at ?? now)
      const { payments, site_url } = deps
      const { id: plan_id } = plan
      const plan_version = subscription.requested_plan_version
      const agreement = { plan_id, plan_version, consented_at, agreed_amount }
      const planResult = await choosePlan(tx, {
        payments,
        site_url,
        subscription,
        card,
        now,
        ...agreement,
      })
      return 'unpaid' in planResult ? null : planResult.order
    }
    const pastDue = startedOrNull(subscription)
    if (pastDue?.status !== 'past_due' || !pastDue.auto_renew || pastDue.pending_order_id !== null)
      return null
    const renewal = { subscription: pastDue, plan: await readNextPlan(tx, pastDue), card }
    const { payments } = deps
    return beginRenewalCharge(tx, { ...renewal, payments, consented_at: null, now })
  })
  if (!order) return null
  // The card is registered either way; a failed past-due charge shows in the subscription, not as an error.
  return plan ? processCharge(deps, order) : processPayment(deps, order.id)
}

/** Maximum Idempotency-Keys per registration; each stored error uses one up. */
const issueAttempts = 3

/**
 * Issues the billing key of a card. The Idempotency-Keys derive from `auth_key_hash`, so a repeated request recovers a lost
 * response. After an error, which the gateway stores under the key, the next key is used. A billing key that was issued
 * despite the error is never charged: `auth_key` is used up, and the member registers the card again.
 */
async function issueBillingKey(
  { payments }: Pick<PaymentDependencies, 'payments'>,
  request: { auth_key: string; customer_key: string },
  auth_key_hash: Buffer,
) {
  const firstKey = `card-${auth_key_hash.toString('hex')}`
  let result = await payments.issueBillingKey(request, firstKey)
  for (let attempt = 2; attempt <= issueAttempts; attempt++) {
    if (result.status !== 'unknown' || !result.stored_error) break
    result = await payments.issueBillingKey(request, `${firstKey}-${attempt}`)
  }
  return result
}
