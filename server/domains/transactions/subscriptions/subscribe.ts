import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import type { BillingAuthParams } from '#server/adapters/payments/index.ts'
import { requireConsents } from '../orders/purchase-eligibility.ts'
import { requirePaymentGateway } from '../orders/payment-window.ts'
import type { OrderRow } from '../orders/orders.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { lockWallet } from '../ledger/wallets.ts'
import { consumeChargeLimit, processCharge } from './billing/charge-period.ts'
import { billingAuthFor } from './cards/billing-auth-window.ts'
import { beginFirstCharge, beginRenewalCharge } from './billing/charge-period.ts'
import { decidePlanChange } from './plan-change-policy.ts'
import {
  startedOrNull,
  type BillingCardRow,
  findCard,
  findPlan,
  hasPendingRefund,
  lockSubscription,
  type SubscriptionRow,
} from './subscription-queries.ts'

type Wanted = {
  subscription_plan_id: number
  precautions_agreed: boolean
  privacy_agreed: boolean
  agreed_amount?: number | undefined
}

/** Of the two one; neither where the change takes effect later. */
type Subscribed = { order: OrderRow | null; window: BillingAuthParams | null }

/**
 * Joins a plan or changes to it (D-56), by the card that is registered; without one it answers what opens the window for
 * it, and keeps that this plan was agreed to until the card is there.
 * @throws Refusal `same_plan`, `amount_changed`, `order_under_way`, `payment_declined`; 400 `must_agree`, `not_in_list`
 */
export async function subscribe(
  parts: PaymentDependencies,
  member_id: number,
  wanted: Wanted,
  now: Date,
): Promise<Subscribed> {
  requireConsents(wanted)
  const plan = await requirePlan(parts, wanted.subscription_plan_id)
  requirePaymentGateway(parts)
  await consumeChargeLimit(parts, member_id, now)
  const { order, window } = await parts.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    const subscription = await lockSubscription(tx, wallet.id)
    const card = await findCard(tx, wallet.id)
    const { agreed_amount } = wanted
    const chosen = await choosePlan(tx, {
      ...{ subscription, plan, card, agreed_at: now, agreed_amount, now },
    })
    if (!('unpaid' in chosen)) return { order: chosen.order, window: null }
    await tx
      .updateTable('subscriptions')
      .set({ wanted_plan_id: plan.id, agreed_at: now.toISOString() })
      .where('id', '=', subscription.id)
      .execute()
    const joining = { plan_id: plan.id, agreed_amount: chosen.unpaid }
    return { order: null, window: billingAuthFor(parts, wallet.customer_key, joining) }
  })
  return { order: order && (await processCharge(parts, order)), window }
}

/** @throws 400 `not_in_list` for a plan that is not sold. */
export async function requirePlan(
  { db }: Pick<PaymentDependencies, 'db'>,
  id: number,
): Promise<Plan> {
  return (await findPlan(db, id)) ?? throwFieldError('subscription_plan_id', 'not_in_list')
}

/** The order that was set out to be paid, null where nothing is charged; or the won that there is no card for. */
type Chosen = { order: OrderRow | null } | { unpaid: number }

/**
 * Does what choosing a plan means now.
 * @throws Refusal `order_under_way`, `same_plan`, `amount_changed` with what it costs
 */
export async function choosePlan(
  tx: Tx,
  choice: {
    subscription: SubscriptionRow
    plan: Plan
    card: BillingCardRow | undefined
    agreed_at: Date
    /** Won that he was told it costs now, where he was. */
    agreed_amount?: number | undefined
    now: Date
  },
): Promise<Chosen> {
  const { subscription, plan, card, agreed_at, now } = choice
  // Before it is known how that went, nobody can say what this would cost.
  if (subscription.charging_order_id !== null) throwProblem('order_under_way')
  // Were it refused for good, the charge that is on its way back would be another one's beside the new one.
  if (await hasPendingRefund(tx, subscription.id)) throwProblem('order_under_way')
  const running = startedOrNull(subscription)
  const today = decidePlanChange(running, plan, now)
  // What is left of a period melts while a card is registered, too: it is taken off as it was when he agreed.
  const verdict = today.change === 'upgrade' ? decidePlanChange(running, plan, agreed_at) : today
  if (verdict.change === 'none') throwProblem('same_plan')
  const amount = 'amount' in verdict ? verdict.amount : 0
  // Nobody pays another amount than he saw.
  if (choice.agreed_amount !== undefined && choice.agreed_amount !== amount)
    throwProblem('amount_changed', { amount })
  const set = (columns: { next_plan_id: number | null; auto_renew: true }) =>
    tx.updateTable('subscriptions').set(columns).where('id', '=', subscription.id).execute()
  switch (verdict.change) {
    case 'continue':
      await set({ next_plan_id: null, auto_renew: true })
      return { order: null }
    case 'next_period':
      await set({ next_plan_id: plan.id, auto_renew: true })
      return { order: null }
    case 'settle': {
      if (!card || !running) return { unpaid: amount }
      // Also for when it fails and is tried again.
      await set({ next_plan_id: plan.id === running.plan_id ? null : plan.id, auto_renew: true })
      const order = await beginRenewalCharge(tx, {
        subscription: running,
        plan,
        card,
        agreed_at,
        now,
      })
      return { order }
    }
    case 'join':
    case 'upgrade': {
      if (!card) return { unpaid: amount }
      const { change: kind, credit } = verdict
      const anew = { subscription, plan, card, kind, credit, agreed_at, now }
      return { order: await beginFirstCharge(tx, anew) }
    }
  }
}
