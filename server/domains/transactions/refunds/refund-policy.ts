import { dayMs } from '#contract/core/seoul-time.ts'
import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type {
  RefundIneligibilityReason,
  SubscriptionStatus,
} from '#contract/transactions/payment-schemas.ts'
import type { RefundEligibility } from '#contract/transactions/payment-schemas.ts'

/** A bought or rented episode. Instants in ISO 8601. */
export type PurchaseRefundInput = {
  state: 'active' | 'refunding' | 'refunded' | 'ended'
  purchased_at: string
  first_used_at: string | null
  payment_method: 'card' | 'point'
  price: number
  event_point: number
  paid_point: number
  /** The part of `event_point` whose lots have expired since. */
  expired_event_point: number
}

export type TopUpRefundInput = {
  /** Points left in the paid lot, and in the bonus lot that came with it. */
  remaining: number
  bonus_remaining: number
  /** Bonus points that are spent; excludes expired and returned points. */
  bonus_spent: number
  /** Won that earlier refunds deducted for the spent bonus. */
  deducted: number
  is_cancelled: boolean
  is_refunding: boolean
}

/** A subscription and the order of its current period. */
export type ChargeRefundInput = {
  status: SubscriptionStatus
  first_used_at: string | null
  amount: number
  cancelled_amount: number
  paid_at: string
  /** Whether a refund is pending or settled. */
  is_refunding: boolean
  /** For an upgrade: the previous plan and the end of its paid period. */
  before: { name: string; until: string } | null
}

export type RefundInput =
  | ({ kind: 'episode' } & PurchaseRefundInput)
  | ({ kind: 'points' } & TopUpRefundInput)
  | ({ kind: 'subscription' } & ChargeRefundInput)

const noRefund = {
  amount: 0,
  event_point: 0,
  paid_point: 0,
  expired_event_point: 0,
  bonus_deduction: 0,
  refundable_until: null,
  reverts_to_plan: null,
}

/** Decision of an order that is not refundable. */
export const ineligible = (ineligibility_reason: RefundIneligibilityReason): RefundEligibility => ({
  is_refundable: false,
  ineligibility_reason,
  ...noRefund,
})

/**
 * Decides whether an order is refundable now, how much and how, or why not (decisions/0041-refunds). Screens and
 * `requestRefund` share it.
 * - Episode: the full price, to the payment method, within 7 days and before more than the preview is delivered.
 * - Top-up: the remaining points, at any time. The remaining bonus is revoked, and the spent bonus is deducted.
 * - Subscription: the full charge of the current period, within 7 days, if nothing was played in it. After the refund of an
 *   upgrade, the previous period runs on to its end.
 */
export function decideRefund(
  input: RefundInput,
  now: Date,
  { is_forced }: { is_forced: boolean } = { is_forced: false },
): RefundEligibility {
  switch (input.kind) {
    case 'episode':
      return decideEpisode(input, now, is_forced)
    case 'points':
      return decideTopUp(input)
    case 'subscription':
      return decideCharge(input, now, is_forced)
  }
}

/**
 * Decides a refund by staff, without the limits of time and playback. Refunded or spent amounts stay excluded.
 * @returns the decision; `ineligibility_reason` is also set if `is_refundable`, to the reason why the member could not request it.
 */
export function decideStaffRefund(input: RefundInput, now: Date): RefundEligibility {
  const { ineligibility_reason } = decideRefund(input, now)
  return { ...decideRefund(input, now, { is_forced: true }), ineligibility_reason }
}

function decideEpisode(
  purchase: PurchaseRefundInput,
  now: Date,
  is_forced: boolean,
): RefundEligibility {
  if (purchase.state === 'refunded' || purchase.state === 'refunding')
    return ineligible('already_refunded')
  if (purchase.first_used_at && !is_forced) return ineligible('already_watched')
  const until = Date.parse(purchase.purchased_at) + refundWindowDays * dayMs
  if ((now.getTime() >= until || purchase.state === 'ended') && !is_forced)
    return ineligible('too_late')
  return {
    ...noRefund,
    is_refundable: true,
    ineligibility_reason: null,
    amount: purchase.payment_method === 'card' ? purchase.price : 0,
    event_point: purchase.event_point,
    paid_point: purchase.paid_point,
    expired_event_point: purchase.expired_event_point,
    refundable_until: new Date(until).toISOString(),
  }
}

function decideTopUp(top_up: TopUpRefundInput): RefundEligibility {
  const { remaining, bonus_remaining, bonus_spent, deducted } = top_up
  if (top_up.is_cancelled || top_up.is_refunding) return ineligible('already_refunded')
  // Negative if bonus points returned after won had been deducted for them: the deduction is refunded.
  const deductible_bonus = bonus_spent - deducted
  const amount = remaining - deductible_bonus
  if (amount <= 0) {
    if (remaining > 0) return ineligible('bonus_spent')
    return ineligible(deducted > 0 ? 'already_refunded' : 'points_spent')
  }
  return {
    ...noRefund,
    is_refundable: true,
    ineligibility_reason: null,
    amount,
    event_point: bonus_remaining,
    paid_point: remaining,
    bonus_deduction: Math.max(0, deductible_bonus),
  }
}

function decideCharge(charge: ChargeRefundInput, now: Date, is_forced: boolean): RefundEligibility {
  const end = new Date(Date.parse(charge.paid_at) + refundWindowDays * dayMs)
  const refundable_until = end.toISOString()
  const { before, amount } = charge
  if (charge.is_refunding || charge.cancelled_amount > 0)
    return { ...ineligible('already_refunded'), refundable_until }
  if (charge.first_used_at !== null && !is_forced)
    return { ...ineligible('already_watched'), refundable_until }
  if ((now >= end || charge.status !== 'active') && !is_forced)
    return { ...ineligible('too_late'), refundable_until }
  const reverts_to_plan = before && Date.parse(before.until) > now.getTime() ? before : null
  return {
    ...noRefund,
    is_refundable: true,
    ineligibility_reason: null,
    amount,
    refundable_until,
    reverts_to_plan,
  }
}
