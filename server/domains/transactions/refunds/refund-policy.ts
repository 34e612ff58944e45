import {
  refundWindowDays,
  type RefundIneligibilityReason,
  type SubscriptionStatus,
} from '#contract/transactions/payment-constants.ts'
import type { RefundEligibility } from '#contract/transactions/transactions.ts'

const day = 86_400_000

/** A bought or rented episode. Instants in ISO 8601. */
export type PurchaseRefundInput = {
  state: 'active' | 'refunding' | 'refunded' | 'ended'
  purchased_at: string
  first_handed_at: string | null
  payment_method: 'card' | 'point'
  price: number
  event_point: number
  paid_point: number
  /** Of its event points, those whose lot has lapsed since. */
  expired_event_point: number
}

export type TopUpRefundInput = {
  /** Of the paid lot, and of the event lot that came with it. */
  remaining: number
  bonus_remaining: number
  /** Event points that came with it and are spent: what has lapsed or came back is not. */
  bonus_spent: number
  /** Won that earlier refunds of it kept back for that. */
  withheld: number
  is_cancelled: boolean
  is_refunding: boolean
}

/** A subscription and the order of its running period. */
export type ChargeRefundInput = {
  status: SubscriptionStatus
  played_at: string | null
  amount: number
  cancelled_amount: number
  paid_at: string
  /** Whether it is being paid back already, or was. */
  is_refunding: boolean
  /** Where it was for a dearer plan: the one before, and until when that is paid for. */
  before: { name: string; until: string } | null
}

export type RefundInput =
  | ({ kind: 'episode' } & PurchaseRefundInput)
  | ({ kind: 'points' } & TopUpRefundInput)
  | ({ kind: 'subscription' } & ChargeRefundInput)

const nothing = {
  ...{ won: 0, event_point: 0, paid_point: 0, expired_event_point: 0, spent_bonus: 0 },
  ...{ until: null, back_to: null },
}

const no = (obstacle: RefundIneligibilityReason): RefundEligibility => ({
  can: false,
  obstacle,
  ...nothing,
})

/**
 * R1, D-55: whether it is paid back now, how much and how, or why not. What screens show and what `refund` does.
 * - an episode: the whole price, the way it was paid, within 7 days and before more than the preview was handed out;
 * - a top-up: what is left of it, whenever it is asked for; what is left of its bonus goes with it, and what of that was
 *   spent is taken off the won;
 * - a subscription: the whole charge of the running period, within 7 days, if nothing was played in it; where that was for
 *   a dearer plan, the one before runs on to its end.
 */
export function decideRefund(facts: RefundInput, now: Date): RefundEligibility {
  return decide(facts, now)
}

/**
 * D-80: what staff pays back. The limits of time and of what was seen do not hold; what is gone already stays gone.
 * @returns with `obstacle`, where it can: what would keep the member himself from it.
 */
export function decideStaffRefund(facts: RefundInput, now: Date): RefundEligibility {
  const { obstacle } = decide(facts, now)
  return { ...decide(facts, now, true), obstacle }
}

function decide(facts: RefundInput, now: Date, is_forced = false): RefundEligibility {
  switch (facts.kind) {
    case 'episode':
      return ofEpisode(facts, now, is_forced)
    case 'points':
      return ofTopUp(facts)
    case 'subscription':
      return ofCharge(facts, now, is_forced)
  }
}

function ofEpisode(bought: PurchaseRefundInput, now: Date, is_forced: boolean): RefundEligibility {
  if (bought.state === 'refunded' || bought.state === 'refunding') return no('already_refunded')
  if (bought.first_handed_at && !is_forced) return no('already_watched')
  const until = Date.parse(bought.purchased_at) + refundWindowDays * day
  if ((now.getTime() >= until || bought.state === 'ended') && !is_forced) return no('too_late')
  return {
    ...nothing,
    can: true,
    obstacle: null,
    won: bought.payment_method === 'card' ? bought.price : 0,
    event_point: bought.event_point,
    paid_point: bought.paid_point,
    expired_event_point: bought.expired_event_point,
    until: new Date(until).toISOString(),
  }
}

function ofTopUp(top_up: TopUpRefundInput): RefundEligibility {
  const { remaining, bonus_remaining, bonus_spent, withheld } = top_up
  if (top_up.is_cancelled || top_up.is_refunding) return no('already_refunded')
  // What was kept back for a bonus that came back since is owed again.
  const spent_bonus = bonus_spent - withheld
  const won = remaining - spent_bonus
  if (won <= 0) {
    if (remaining > 0) return no('bonus_spent')
    return no(withheld > 0 ? 'already_refunded' : 'points_spent')
  }
  return {
    ...{ ...nothing, can: true, obstacle: null, won },
    event_point: bonus_remaining,
    paid_point: remaining,
    spent_bonus: Math.max(0, spent_bonus),
  }
}

function ofCharge(charged: ChargeRefundInput, now: Date, is_forced: boolean): RefundEligibility {
  const until = new Date(Date.parse(charged.paid_at) + refundWindowDays * day)
  const obstacle = ((): RefundIneligibilityReason | null => {
    if (charged.is_refunding || charged.cancelled_amount > 0) return 'already_refunded'
    if (is_forced) return null
    if (charged.played_at !== null) return 'already_watched'
    if (now >= until || charged.status !== 'active') return 'too_late'
    return null
  })()
  const { before } = charged
  return {
    ...nothing,
    can: obstacle === null,
    obstacle,
    won: obstacle === null ? charged.amount : 0,
    until: until.toISOString(),
    back_to:
      obstacle === null && before && Date.parse(before.until) > now.getTime() ? before : null,
  }
}
