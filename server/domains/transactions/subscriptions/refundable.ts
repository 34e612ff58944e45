import { refundDays, type RefundObstacle, type SubscriptionStatus } from '#contract/money.ts'
import type { Refundable } from '#contract/transactions.ts'

const day = 86_400_000

/** What of a subscription and the order of its running period decides about its refund. Instants in ISO 8601. */
export type Charged = {
  status: SubscriptionStatus
  played_at: string | null
  amount: number
  cancelled_amount: number
  paid_at: string
  /** Whether it is being paid back already. */
  is_refunding: boolean
}

/** D-55: the whole charge of a running period, within 7 days, if nothing was played in it. */
export function decideRefundable(charged: Charged, now: Date): Refundable {
  const until = new Date(Date.parse(charged.paid_at) + refundDays * day)
  const obstacle = obstacleOf(charged, until, now)
  return {
    can: obstacle === null,
    obstacle,
    won: obstacle === null ? charged.amount : 0,
    ...{ event_point: 0, paid_point: 0, expired_event_point: 0 },
    until: until.toISOString(),
  }
}

function obstacleOf(charged: Charged, until: Date, now: Date): RefundObstacle | null {
  if (charged.is_refunding || charged.cancelled_amount > 0) return 'already_refunded'
  if (charged.played_at !== null) return 'already_watched'
  if (now >= until || charged.status === 'ended') return 'too_late'
  return null
}
