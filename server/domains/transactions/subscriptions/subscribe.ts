import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { subscriptions } from '#contract/transactions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import type { BillingAuthParams } from '#server/adapters/payments/index.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { lockWallet } from '../ledger/wallet-queries.ts'
import type { OrderRow } from '../orders/orders.ts'
import { requirePaymentGateway } from '../orders/payment-window.ts'
import { requireConsents } from '../orders/purchase-eligibility.ts'
import {
  beginFirstCharge,
  beginRenewalCharge,
  consumeChargeLimit,
  processCharge,
} from './billing/charge-period.ts'
import { findPendingRefund } from './billing/charge-queries.ts'
import { decideRenewal } from './billing/renewal-policy.ts'
import { billingAuthFor } from './cards/billing-cards.ts'
import {
  type BillingCardRow,
  findCard,
  findPlan,
  lockPlan,
  lockSubscription,
  startedOrNull,
  type SubscriptionRow,
  updateSubscription,
  readPlan,
  readPlanVersion,
} from './subscription-queries.ts'
import { chosenTerms, decidePlanChange } from './plan-change-policy.ts'
import { applyDueOffer } from './price-offers/apply-due-offer.ts'
import { subscriptionEmails } from './emails.ts'
import { notifyOwner } from '../payments/payment-emails.ts'

/** At most one is set; neither if the change takes effect with the next period. */
type SubscribeResult = { order: OrderRow | null; billing_auth: BillingAuthParams | null }

/**
 * Subscribes to a plan or changes to it with the registered card (decisions/0042-subscriptions). Without a card it
 * records the agreed plan and returns the parameters of the billing-auth window; `registerCard` then completes the
 * change.
 * @throws ProblemError `same_plan`, `plan_retired`, `plan_changed`, `amount_changed`, `order_in_progress`, `payment_declined`; 400
 *   `consent_required`, `invalid_choice`
 */
export async function subscribe(
  deps: PaymentDependencies,
  member_id: number,
  request: ParsedInput<typeof subscriptions.subscribe>['body'],
  now: Date,
): Promise<SubscribeResult> {
  requireConsents(request)
  const { id: plan_id } = await requirePlan(deps, request.subscription_plan_id)
  requirePaymentGateway(deps)
  await consumeChargeLimit(deps, member_id, now)
  const { order, window } = await deps.transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    const subscription = await lockSubscription(tx, wallet.id)
    const card = await findCard(tx, wallet.id)
    const { agreed_amount, plan_version } = request
    const { payments, site_url } = deps
    const choice = { payments, site_url, subscription, plan_id, plan_version, card, agreed_amount }
    const result = await choosePlan(tx, { ...choice, consented_at: now, now })
    if (!('unpaid' in result)) return { order: result.order, window: null }
    await updateSubscription(tx, subscription.id, {
      requested_plan_id: plan_id,
      requested_plan_version: result.plan_version,
      consented_at: now.toISOString(),
    })
    const agreedPlan = { plan_id, agreed_amount: result.unpaid }
    return { order: null, window: billingAuthFor(deps, wallet.customer_key, agreedPlan) }
  })
  return { order: order && (await processCharge(deps, order)), billing_auth: window }
}

/** @throws 400 `invalid_choice` if there is no such plan. */
export async function requirePlan({ db }: Pick<PaymentDependencies, 'db'>, id: number) {
  return (await findPlan(db, id)) ?? throwFieldError('subscription_plan_id', 'invalid_choice')
}

/** The order whose payment has begun, or null if nothing is charged; or the won and terms that need a card first. */
type PlanChoiceResult = { order: OrderRow | null } | { unpaid: number; plan_version: number }

/**
 * Applies the choice of a plan. The caller holds the locks of wallet and subscription; this locks the plan, so that an edit of it
 * is either seen or waits.
 * @throws ProblemError `order_in_progress`, `same_plan`, `plan_retired`, `plan_changed`, `amount_changed` with the current amount
 */
export async function choosePlan(
  tx: Tx,
  choice: Pick<PaymentDependencies, 'payments' | 'site_url'> & {
    subscription: SubscriptionRow
    plan_id: number
    /** The version shown to the member, if any. */
    plan_version?: number | null | undefined
    card: BillingCardRow | undefined
    consented_at: Date
    /** Won shown to the member, if any. */
    agreed_amount?: number | undefined
    now: Date
  },
): Promise<PlanChoiceResult> {
  const { payments, site_url, card, consented_at, now } = choice
  // The amount depends on the outcome of the pending charge.
  if (choice.subscription.pending_order_id !== null) throwProblem('order_in_progress')
  // If the pending refund were declined, the restored charge would conflict with the new one.
  if (await findPendingRefund(tx, choice.subscription.id)) throwProblem('order_in_progress')
  const before = startedOrNull(choice.subscription)
  const isDue = before !== null && decideRenewal(before, now).kind === 'charge'
  const running = isDue ? await applyDueOffer(tx, before, { now, site_url }) : before
  const subscription = running ?? choice.subscription
  const offered = await lockPlan(tx, choice.plan_id)
  const today = decidePlanChange(running, offered, now)
  // The proration credit shrinks while the member registers a card, so compute it as of the time of consent.
  const planChange =
    today.kind === 'upgrade' ? decidePlanChange(running, offered, consented_at) : today
  if (planChange.kind === 'none') throwProblem('same_plan')
  const terms = chosenTerms(running, offered, planChange) ?? throwProblem('plan_retired')
  const amount = 'amount' in planChange ? planChange.amount : 0
  // Charge only the amount that the member has seen.
  if (choice.agreed_amount !== undefined && choice.agreed_amount !== amount)
    throwProblem('amount_changed', { amount })
  // The rights may have changed at the same price.
  if (choice.plan_version != null && choice.plan_version !== terms.version)
    throwProblem('plan_changed')
  const plan = await readPlanVersion(tx, { id: offered.id, ...terms })
  const unpaid = { unpaid: amount, plan_version: plan.version }
  const update = (values: { next_plan_id: number | null; auto_renew: true }) =>
    updateSubscription(tx, subscription.id, values)
  switch (planChange.kind) {
    case 'continue':
      await update({ next_plan_id: null, auto_renew: true })
      return { order: null }
    case 'next_period':
      await update({ next_plan_id: plan.id, auto_renew: true })
      return { order: null }
    case 'settle': {
      if (!card || !running) return unpaid
      // The plan is stored so that retries of a failed charge use it too. The plan of an offer is stored already.
      const isKept = plan.id === running.plan_id && running.next_plan_id !== plan.id
      const next_plan_id = isKept ? null : plan.id
      await update({ next_plan_id, auto_renew: true })
      const renewal = { payments, subscription: running, plan, card, consented_at, now }
      return { order: await beginRenewalCharge(tx, renewal) }
    }
    case 'join':
    case 'upgrade': {
      if (!card) return unpaid
      const { kind, credit } = planChange
      const newCharge = { payments, subscription, plan, card, kind, credit, consented_at, now }
      return { order: await beginFirstCharge(tx, newCharge) }
    }
  }
}

/**
 * Turns renewal of a subscription on or off. Idempotent. The paid period is kept; a pending charge is not
 * cancelled. Turning it off is confirmed by e-mail.
 * @throws ProblemError `not_found` without a current subscription.
 */
export async function setAutoRenew(
  { transact, site_url }: Pick<PaymentDependencies, 'transact' | 'site_url'>,
  member_id: number,
  auto_renew: boolean,
  now: Date,
): Promise<void> {
  await transact(async (tx) => {
    const wallet = await lockWallet(tx, member_id, now)
    const subscription = startedOrNull(await lockSubscription(tx, wallet.id))
    if (!subscription || subscription.status === 'ended') return throwProblem('not_found')
    if (subscription.auto_renew === auto_renew) return
    await updateSubscription(tx, subscription.id, { auto_renew })
    if (auto_renew) return
    const { name } = await readPlan(tx, subscription.plan_id)
    await notifyOwner(
      tx,
      wallet.id,
      {
        kind: 'renewal',
        key: `stopped:${subscription.id}:${now.toISOString()}`,
        data: { plan: name, state: 'stopped' },
        email: subscriptionEmails.stopped(name, new Date(subscription.period_end), site_url),
      },
      now,
    )
  })
}
