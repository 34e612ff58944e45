import type { Plan } from '#contract/transactions/subscriptions.ts'
import type { SubscriptionStatus } from '#contract/transactions/payment-constants.ts'

/** A subscription before a change of plan; what has ended counts like none. Instants in ISO 8601. */
export type PlanChangeInput = {
  status: SubscriptionStatus
  auto_renew: boolean
  plan_id: number
  next_plan_id: number | null
  /** What the running period costs by its plan, whatever part of it an earlier period paid. */
  period_price: number
  period_start: string
  period_end: string
}

/** What choosing a plan does. Amounts in whole won. */
export type PlanChange =
  /** A subscription begins now. */
  | { change: 'join'; amount: number; credit: 0 }
  /** A period of the dearer plan begins now; what was left of the running one is taken off its price. */
  | { change: 'upgrade'; amount: number; credit: number }
  /** A period is over and not paid: it is paid now, and goes on from where it ended. */
  | { change: 'settle'; amount: number; credit: 0 }
  /** The running period stays; the next one has this plan. */
  | { change: 'next_period' }
  /** It is his plan already, and is renewed, whatever he said before. */
  | { change: 'continue' }
  /** Nothing would change. */
  | { change: 'none' }

/** Decides what choosing `plan` does (D-56): upward at once, anything else with the next period. */
export function decidePlanChange(
  subscription: PlanChangeInput | null,
  plan: Pick<Plan, 'id' | 'price'>,
  now: Date,
): PlanChange {
  if (!subscription || subscription.status === 'ended')
    return { change: 'join', amount: plan.price, credit: 0 }
  // Whoever owes a charge pays for the days he was let watch, whatever the toggle says by now.
  if (subscription.status === 'past_due') return { change: 'settle', amount: plan.price, credit: 0 }
  if (now.getTime() >= Date.parse(subscription.period_end))
    return { change: subscription.auto_renew ? 'settle' : 'join', amount: plan.price, credit: 0 }
  if (plan.id === subscription.plan_id) {
    const asItIs = subscription.auto_renew && subscription.next_plan_id === null
    return { change: asItIs ? 'none' : 'continue' }
  }
  const credit = prorationCredit(subscription, now)
  if (plan.price > subscription.period_price)
    return { change: 'upgrade', amount: plan.price - credit, credit }
  const isChosen = subscription.auto_renew && subscription.next_plan_id === plan.id
  return { change: isChosen ? 'none' : 'next_period' }
}

/** What is left of a running period, in won: by time, a part of a won counted as one, for the member. */
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
  // A price times milliseconds of a month is beyond what a number holds exactly.
  const [price, part, whole] = [BigInt(period_price), BigInt(left), BigInt(end - start)]
  return Number((price * part + whole - 1n) / whole)
}
