import {
  dunningScheduleDays,
  type SubscriptionStatus,
} from '#contract/transactions/payment-constants.ts'

const day = 86_400_000

/** What of a subscription decides when it is charged. Instants in ISO 8601. */
export type RenewalInput = {
  status: SubscriptionStatus
  auto_renew: boolean
  period_end: string
  /** Until when films play (S4): the database reckons it. */
  access_until: string
  /** Of the charge that is owed: when it failed first, and when it failed last. */
  failed_since: string | null
  failed_at: string | null
}

export type RenewalDecision =
  | { act: 'charge' }
  /** Nothing to do before. */
  | { act: 'wait'; until: Date }
  | { act: 'end' }
  /** It has ended: nothing is due ever. */
  | { act: 'nothing' }

/**
 * What is due with a subscription now (D-56). It is asked under the row's lock, in the transaction that makes the attempt:
 * a toggle that was off before that is no charge (S5).
 */
export function decideRenewal(subscription: RenewalInput, now: Date): RenewalDecision {
  const { status, auto_renew } = subscription
  if (status === 'ended') return { act: 'nothing' }
  if (status === 'active') {
    const end = new Date(subscription.period_end)
    if (now < end) return { act: 'wait', until: end }
    return { act: auto_renew ? 'charge' : 'end' }
  }
  // Whoever stops renewing while a charge is owed owes nothing, and keeps the days he was promised.
  const until = auto_renew ? nextRetryAt(subscription) : new Date(subscription.access_until)
  if (until === null) return { act: 'end' }
  if (now < until) return { act: 'wait', until }
  return { act: auto_renew ? 'charge' : 'end' }
}

/**
 * When a failed charge is tried again: on days 1, 3, 5 and 7 after it failed first; null after the last. A day that
 * nobody worked is left out rather than made up for, so that a card is never tried twice in a row.
 */
export function nextRetryAt({
  failed_since,
  failed_at,
}: Pick<RenewalInput, 'failed_since' | 'failed_at'>): Date | null {
  if (failed_since === null || failed_at === null) return null
  const [since, last] = [Date.parse(failed_since), Date.parse(failed_at)]
  const next = dunningScheduleDays.map((days) => since + days * day).find((at) => at > last)
  return next === undefined ? null : new Date(next)
}
