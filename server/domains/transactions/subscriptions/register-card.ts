import { refuse, refuseField } from '#server/kernel/refusals.ts'
import { staleAuthCodes } from '#server/outside/payments/index.ts'
import type { OrderRow } from '../orders.ts'
import type { MoneyParts } from '../parts.ts'
import { settleOrder } from '../settle-order.ts'
import { lockWallet } from '../wallets.ts'
import { createHash } from 'node:crypto'
import { countAttempt, settleCharge } from './attempt.ts'
import { findRegistered, takeCard } from './cards.ts'
import { chargeRenewal, nextPlan } from './charge.ts'
import { failureDetail } from './failure.ts'
import { begun, findCard, findFirstCharge, lockSubscription } from './queries.ts'
import { choosePlan, planOf } from './subscribe.ts'
import { staleAuthWords } from './subscriptions.copy.ts'

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
  parts: MoneyParts,
  member_id: number,
  returned: Returned,
  now: Date,
): Promise<OrderRow | null> {
  const { subscription_plan_id: plan_id, auth_key, customer_key, agreed_amount } = returned
  const plan = plan_id === undefined ? undefined : await planOf(parts, plan_id)
  const auth_hash = createHash('sha256').update(auth_key).digest()
  await countAttempt(parts, member_id, now)

  const known = await parts.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    if (wallet.customer_key !== customer_key) refuse('payment_mismatch')
    const registered = await findRegistered(tx, wallet.id, auth_hash)
    if (registered !== undefined) return registered
    const { wanted_plan_id, agreed_at } = await lockSubscription(tx, wallet.id)
    const since = now.getTime() - Date.parse(agreed_at ?? '')
    if (plan && !(wanted_plan_id === plan.id && since < agreedFor))
      refuseField('subscription_plan_id', 'must_agree')
    return undefined
  })
  if (known !== undefined) return findFirstCharge(parts.db, known)

  const verdict = await issueBillingKey(parts, { auth_key, customer_key }, auth_hash)
  if (verdict.fate === 'unknown') return refuse('service_unavailable', { retry_after: 5 })
  if (verdict.fate === 'refused') {
    const { code } = verdict
    const isStale = staleAuthCodes.some((one) => one === code)
    const detail = isStale ? staleAuthWords : failureDetail(code)
    return refuse('payment_declined', { decline: { code, detail } })
  }
  const issued = { ...verdict.answer, auth_hash }
  const is_taken = await parts.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    if ((await findRegistered(tx, wallet.id, auth_hash)) !== undefined) return false
    await takeCard(tx, parts, wallet.id, issued, now)
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
    const owing = begun(subscription)
    if (owing?.status !== 'past_due' || !owing.auto_renew || owing.charging_order_id !== null)
      return null
    const renewed = { subscription: owing, plan: await nextPlan(tx, owing), card }
    return chargeRenewal(tx, { ...renewed, agreed_at: null, now })
  })
  if (!order) return null
  // The card is registered either way: whoever only owed sees with his subscription how the charge went.
  return plan ? settleCharge(parts, order) : settleOrder(parts, order.id)
}

/** How many stored errors a registration gets past. */
const issueAttempts = 3

/**
 * Issues the billing key of a card. The Idempotency-Keys follow from `auth_hash`, so that a repeated request gets the card
 * of a lost answer; after an answer with an error, which the gateway stores, the next key is used. A billing key that was
 * issued despite the error is never charged: `auth_key` is used up, and the member registers the card again.
 */
async function issueBillingKey(
  { payments }: Pick<MoneyParts, 'payments'>,
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
