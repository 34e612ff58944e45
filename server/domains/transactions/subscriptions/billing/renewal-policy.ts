import { dayMs } from '#contract/core/seoul-time.ts'
import { dunningScheduleDays } from '#contract/transactions/payment-constants.ts'
import type { SubscriptionStatus } from '#contract/transactions/payment-schemas.ts'

/** State of a subscription that decides when it is charged. Instants in ISO 8601. */
export type RenewalInput = {
  status: SubscriptionStatus
  auto_renew: boolean
  period_end: string
  /** End of access; computed by the database. */
  access_until: string
  /** First and last failure of the past-due charge. */
  first_failed_at: string | null
  last_failed_at: string | null
}

export type RenewalDecision =
  | { kind: 'charge' }
  /** Nothing is due before `until`. */
  | { kind: 'wait'; until: Date }
  | { kind: 'end' }
  /** The subscription has ended. */
  | { kind: 'none' }

/**
 * Decides what is due for a subscription now (decisions/0042-subscriptions). Call it under the row's lock, in the
 * transaction that begins the charge, so that renewal turned off before then prevents the charge.
 */
export function decideRenewal(subscription: RenewalInput, now: Date): RenewalDecision {
  const { status, auto_renew } = subscription
  if (status === 'ended') return { kind: 'none' }
  if (status === 'active') {
    const end = new Date(subscription.period_end)
    if (now < end) return { kind: 'wait', until: end }
    return { kind: auto_renew ? 'charge' : 'end' }
  }
  // A member who turns off renewal while past due is not charged, and keeps access until `access_until`.
  const until = auto_renew ? nextRetryAt(subscription) : new Date(subscription.access_until)
  if (until === null) return { kind: 'end' }
  if (now < until) return { kind: 'wait', until }
  return { kind: auto_renew ? 'charge' : 'end' }
}

/**
 * Returns when a failed charge is retried: on days 1, 3, 5 and 7 after the first failure; null after the last. Days missed
 * because no worker ran are skipped, so that a card is never charged twice in a row.
 */
export function nextRetryAt({
  first_failed_at,
  last_failed_at,
}: Pick<RenewalInput, 'first_failed_at' | 'last_failed_at'>): Date | null {
  if (first_failed_at === null || last_failed_at === null) return null
  const [since, last] = [Date.parse(first_failed_at), Date.parse(last_failed_at)]
  const next = dunningScheduleDays.map((days) => since + days * dayMs).find((at) => at > last)
  return next === undefined ? null : new Date(next)
}
