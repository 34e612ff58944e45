import { refundDays } from '#contract/money.ts'
import type { Refundable } from '#contract/transactions.ts'

const day = 86_400_000

type Bought = {
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

const nothing = { won: 0, event_point: 0, paid_point: 0, expired_event_point: 0, until: null }

/** R1, D-55: the whole price, the way it was paid, within 7 days and before more than the preview was handed out. */
export function refundableOf(bought: Bought, now: Date): Refundable {
  const no = (obstacle: NonNullable<Refundable['obstacle']>): Refundable => ({
    ...{ can: false, obstacle, ...nothing },
  })
  if (bought.state === 'refunded' || bought.state === 'refunding') return no('already_refunded')
  if (bought.first_handed_at) return no('already_watched')
  const until = Date.parse(bought.purchased_at) + refundDays * day
  if (now.getTime() >= until || bought.state === 'ended') return no('too_late')
  return {
    can: true,
    obstacle: null,
    won: bought.payment_method === 'card' ? bought.price : 0,
    event_point: bought.event_point,
    paid_point: bought.paid_point,
    expired_event_point: bought.expired_event_point,
    until: new Date(until).toISOString(),
  }
}

type TopUp = {
  /** Of the paid lot, and of the event lot that came with it. */
  remaining: number
  bonus_remaining: number
  is_cancelled: boolean
  is_refunding: boolean
}

/** D-55: what is left of a top-up is paid back whenever it is asked for; what is left of its bonus goes with it. */
export function topUpRefundable({
  remaining,
  bonus_remaining,
  is_cancelled,
  is_refunding,
}: TopUp): Refundable {
  if (is_cancelled || is_refunding) return { can: false, obstacle: 'already_refunded', ...nothing }
  if (remaining === 0) return { can: false, obstacle: 'points_spent', ...nothing }
  return {
    ...{ can: true, obstacle: null, ...nothing },
    won: remaining,
    event_point: bonus_remaining,
    paid_point: remaining,
  }
}
