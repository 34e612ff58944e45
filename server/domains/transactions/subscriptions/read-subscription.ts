import type {
  MemberSubscription,
  PlanQuote,
  PriceOffer,
  Subscription,
} from '#contract/transactions/subscriptions.ts'
import type { Db } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import { decideRefund } from '../refunds/refund-policy.ts'
import { periodIndexAt, periodStart } from './billing-period.ts'
import { chargeFailureText } from './billing/charge-outcome.ts'
import { chosenTerms, decidePlanChange } from './plan-change-policy.ts'
import { nextPrice } from './price-offers/price-offer-policy.ts'
import { requirePlan } from './subscribe.ts'
import {
  findMemberSubscription,
  type MemberSubscriptionRow,
  readPlanVersion,
} from './subscription-queries.ts'

/** `GET …/subscriptions/me/` */
export async function readMemberSubscription(
  db: Db,
  member_id: number,
  now: Date,
): Promise<MemberSubscription> {
  const row = await findMemberSubscription(db, member_id, now)
  if (!row) return { subscription: null, card: null, pending_order_id: null }
  const { company, masked_number, registered_at, pending_order_id } = row
  return {
    subscription: isStarted(row) ? toSubscriptionResponse(row, now) : null,
    card: company === null ? null : { company, masked_number, registered_at },
    pending_order_id,
  }
}

type StartedRow = MemberSubscriptionRow & { status: Subscription['status'] }
const isStarted = (row: MemberSubscriptionRow): row is StartedRow =>
  row.status !== null && row.status !== 'incomplete'

function toSubscriptionResponse(row: StartedRow, now: Date): Subscription {
  const { status, auto_renew, next_retry_at, next_plan_price, next_plan: next } = row
  // The price that the member agreed to, which the plan's current price does not change.
  const plan = { ...row.plan, price: row.period_price }
  const next_plan = next && { ...next, price: next_plan_price ?? next.price }
  const at = status === 'active' ? row.period_end : next_retry_at
  const { price_offer: offer } = row
  const amount = at === null ? null : nextPrice((next_plan ?? plan).price, offer, at)
  const before = row.before && { ...row.before, until: new Date(row.before.until).toISOString() }
  return {
    ...row,
    plan,
    next_plan,
    next_charge:
      auto_renew && status !== 'ended' && at !== null && amount !== null ? { at, amount } : null,
    price_offer: offer && toPriceOffer(offer),
    failed:
      status === 'past_due'
        ? {
            code: row.failure_code ?? '',
            detail: chargeFailureText(row.failure_code ?? ''),
            next_retry_at: auto_renew ? next_retry_at : null,
            access_until: row.access_until,
          }
        : null,
    refundable: decideRefund({ ...row, before, kind: 'subscription' }, now),
  }
}

const toPriceOffer = ({
  effective_at,
  agreed_at,
  ...offer
}: NonNullable<StartedRow['price_offer']>): PriceOffer => ({
  ...offer,
  at: new Date(effective_at).toISOString(),
  agreed_at: agreed_at && new Date(agreed_at).toISOString(),
})

/**
 * `GET …/subscriptions/me/quote/`: the amount of choosing a plan now, and the next charge. `subscribe` applies the same
 * policy.
 * @throws ProblemError `same_plan`, `plan_retired`; 400 `invalid_choice`
 */
export async function previewPlanChange(
  deps: Pick<PaymentDependencies, 'db'>,
  member_id: number,
  plan_id: number,
  now: Date,
): Promise<PlanQuote> {
  const plan = await requirePlan(deps, plan_id)
  const row = await findMemberSubscription(deps.db, member_id, now)
  const running = row && isStarted(row) ? row : null
  const current = running && {
    ...running,
    plan_id: running.plan.id,
    next_plan_id: running.next_plan?.id ?? null,
  }
  const planChange = decidePlanChange(current, plan, now)
  if (planChange.kind === 'none') throwProblem('same_plan')
  const terms = chosenTerms(current, plan, planChange) ?? throwProblem('plan_retired')
  const chosen = await readPlanVersion(deps.db, { id: plan.id, ...terms })
  const quote = (
    effective: PlanQuote['effective'],
    at: Date,
    charge = { amount: 0, credit: 0 },
  ) => ({
    plan: chosen,
    effective,
    amount_now: charge.amount,
    credit: charge.credit,
    next_charge: { at: at.toISOString(), amount: chosen.price },
  })
  switch (planChange.kind) {
    case 'join':
    case 'upgrade':
      return quote('now', periodStart(now, 1), planChange)
    case 'settle': {
      const { billing_cycle_anchor: anchor, period_index: period } = running as StartedRow
      const paid = Math.max(period + 1, periodIndexAt(new Date(anchor), now))
      return quote('now', periodStart(new Date(anchor), paid + 1), planChange)
    }
    case 'continue':
    case 'next_period':
      return quote('next_period', new Date((running as StartedRow).period_end))
  }
}
