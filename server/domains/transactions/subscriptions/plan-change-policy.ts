import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { SubscriptionStatus } from '#contract/transactions/payment-schemas.ts'

/** A subscription before a change of plan; an ended one counts as none. Instants in ISO 8601. */
export type PlanChangeInput = {
  status: SubscriptionStatus
  auto_renew: boolean
  plan_id: number
  next_plan_id: number | null
  /** Full price of the current period, before any proration credit. */
  period_price: number
  period_start: string
  period_end: string
}

/** Effect of choosing a plan. Amounts in whole won. */
export type PlanChange =
  /** A subscription starts now. */
  | { change: 'join'; amount: number; credit: 0 }
  /** A period of a higher-priced plan starts now; the unused part of the current period is credited. */
  | { change: 'upgrade'; amount: number; credit: number }
  /** The period has ended unpaid: the next one is charged now and starts where the last one ended. */
  | { change: 'settle'; amount: number; credit: 0 }
  /** The current period is unchanged; the next one has this plan. */
  | { change: 'next_period' }
  /** The plan is unchanged; renewal is turned on and a scheduled plan change is dropped. */
  | { change: 'continue' }
  /** No effect. */
  | { change: 'none' }

/** Decides the effect of choosing `plan` (D-56): an upgrade at once, any other change with the next period. */
export function decidePlanChange(
  subscription: PlanChangeInput | null,
  plan: Pick<Plan, 'id' | 'price'>,
  now: Date,
): PlanChange {
  if (!subscription || subscription.status === 'ended')
    return { change: 'join', amount: plan.price, credit: 0 }
  // A past-due charge covers days of access already granted, so it is due even if renewal is turned off.
  if (subscription.status === 'past_due') return { change: 'settle', amount: plan.price, credit: 0 }
  if (now.getTime() >= Date.parse(subscription.period_end))
    return { change: subscription.auto_renew ? 'settle' : 'join', amount: plan.price, credit: 0 }
  if (plan.id === subscription.plan_id) {
    const isUnchanged = subscription.auto_renew && subscription.next_plan_id === null
    return { change: isUnchanged ? 'none' : 'continue' }
  }
  const credit = prorationCredit(subscription, now)
  if (plan.price > subscription.period_price)
    return { change: 'upgrade', amount: plan.price - credit, credit }
  const isChosen = subscription.auto_renew && subscription.next_plan_id === plan.id
  return { change: isChosen ? 'none' : 'next_period' }
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
