import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { SubscriptionStatus } from '#contract/transactions/payment-schemas.ts'

/** A subscription before a change of plan; an ended one counts as none. Instants in ISO 8601. */
export type PlanChangeInput = {
  status: SubscriptionStatus
  auto_renew: boolean
  plan_id: number
  next_plan_id: number | null
  /** Full price of the current period, before any proration credit: the agreed price of the plan. */
  period_price: number
  /** The version whose terms the current period has. */
  plan_version: number
  /** The agreed version and price of the next plan; null without one. */
  next_plan_version: number | null
  next_plan_price: number | null
  period_start: string
  period_end: string
}

/** Effect of choosing a plan. Amounts in whole won. */
export type PlanChange =
  /** A subscription starts now. */
  | { kind: 'join'; amount: number; credit: 0 }
  /** A period of a higher-priced plan starts now; the unused part of the current period is credited. */
  | { kind: 'upgrade'; amount: number; credit: number }
  /** The period has ended unpaid: the next one is charged now and starts where the last one ended. */
  | { kind: 'settle'; amount: number; credit: 0 }
  /** The current period is unchanged; the next one has this plan. */
  | { kind: 'next_period' }
  /** The plan is unchanged; renewal is turned on and a scheduled plan change is dropped. */
  | { kind: 'continue' }
  /** No effect. */
  | { kind: 'none' }

type Agreement = Pick<
  PlanChangeInput,
  | ('plan_id' | 'plan_version' | 'period_price')
  | ('next_plan_id' | 'next_plan_version' | 'next_plan_price')
>

/**
 * The version and the price per period that a running subscription has agreed to for its current or next plan, whatever the
 * plan offers others by now; null for any other plan (decisions/0042-subscriptions).
 */
export function agreedTerms(
  subscription: Agreement,
  plan_id: number,
): { version: number; price: number } | null {
  const { next_plan_version, next_plan_price, plan_version, period_price } = subscription
  const isNext = plan_id === subscription.next_plan_id
  if (isNext && next_plan_version !== null && next_plan_price !== null)
    return { version: next_plan_version, price: next_plan_price }
  return plan_id === subscription.plan_id ? { version: plan_version, price: period_price } : null
}

/** A plan with the terms on sale. A retired one is renewed, but not chosen by others. */
export type OfferedPlan = Plan & { retired_at: string | null }

/**
 * The version and the price that the choice of a plan brings: those agreed to before, or those on sale.
 * @returns null if the plan is retired.
 */
export function chosenTerms(
  subscription: Agreement | null,
  { id, version, price, retired_at }: OfferedPlan,
  { kind }: PlanChange,
): { version: number; price: number } | null {
  const agreed = subscription && kind !== 'join' ? agreedTerms(subscription, id) : null
  return agreed ?? (retired_at === null ? { version, price } : null)
}

/** Decides the effect of choosing `plan`: an upgrade at once, any other change with the next period. */
export function decidePlanChange(
  subscription: PlanChangeInput | null,
  plan: Pick<Plan, 'id' | 'price'>,
  now: Date,
): PlanChange {
  if (!subscription || subscription.status === 'ended')
    return { kind: 'join', amount: plan.price, credit: 0 }
  // A past-due charge covers days of access already granted, so it is due even if renewal is turned off.
  const price = agreedTerms(subscription, plan.id)?.price ?? plan.price
  const settle = { kind: 'settle', amount: price, credit: 0 } as const
  if (subscription.status === 'past_due') return settle
  if (now.getTime() >= Date.parse(subscription.period_end))
    return subscription.auto_renew ? settle : { kind: 'join', amount: plan.price, credit: 0 }
  if (plan.id === subscription.plan_id) {
    const isUnchanged = subscription.auto_renew && subscription.next_plan_id === null
    return { kind: isUnchanged ? 'none' : 'continue' }
  }
  const credit = prorationCredit(subscription, now)
  if (price > subscription.period_price) return { kind: 'upgrade', amount: price - credit, credit }
  const isChosen = subscription.auto_renew && subscription.next_plan_id === plan.id
  return { kind: isChosen ? 'none' : 'next_period' }
}

/** Proration credit in won: the unused share of the current period by time, rounded up in the member's favour. */
export function prorationCredit(
  {
    period_price,
    period_start,
    period_end,
  }: Pick<PlanChangeInput, 'period_price' | 'period_start' | 'period_end'>,
  now: Date,
): number {
  const [start, end] = [Date.parse(period_start), Date.parse(period_end)]
  const left = Math.min(Math.max(end - now.getTime(), 0), end - start)
  // Price times milliseconds of a month may exceed Number.MAX_SAFE_INTEGER.
  const [price, part, whole] = [BigInt(period_price), BigInt(left), BigInt(end - start)]
  return Number((price * part + whole - 1n) / whole)
}
