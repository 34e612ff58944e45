import { describe, expect, it, test } from 'vitest'
import {
  type PurchaseRefundInput,
  type ChargeRefundInput,
  decideStaffRefund,
  decideRefund,
  type TopUpRefundInput,
} from './refund-policy.ts'

const paid_at = '2027-03-01T00:00:00.000Z'
const later = (days: number, ms = 0) => new Date(Date.parse(paid_at) + days * 86_400_000 + ms)
const charge: ChargeRefundInput = {
  status: 'active',
  first_used_at: null,
  amount: 10_900,
  cancelled_amount: 0,
  paid_at,
  is_refunding: false,
  before: null,
}

test.each<[string, Partial<ChargeRefundInput>, Date, string | null]>([
  ['at once', {}, later(0), null],
  ['in the last millisecond of seven days', {}, later(7, -1), null],
  ['after seven days', {}, later(7), 'too_late'],
  ['after something was played', { first_used_at: paid_at }, later(1), 'already_watched'],
  ['a second time', { cancelled_amount: 10_900, status: 'ended' }, later(1), 'already_refunded'],
  [
    'while a refund is pending',
    { is_refunding: true, status: 'ended' },
    later(1),
    'already_refunded',
  ],
  ['after it ended', { status: 'ended' }, later(1), 'too_late'],
  ['while the next charge is past due', { status: 'past_due' }, later(31), 'too_late'],
])('decides the refund of a subscription %s', (_name, more, now, ineligibility_reason) => {
  const decision = decideRefund({ ...charge, ...more, kind: 'subscription' }, now)
  expect(decision).toMatchObject({
    ineligibility_reason,
    is_refundable: ineligibility_reason === null,
    amount: ineligibility_reason === null ? 10_900 : 0,
    refundable_until: later(7).toISOString(),
  })
})

const reverts_to_plan = { name: '베이직', until: later(10).toISOString() }

test('returns to the previous plan after the refund of an upgrade while its period is paid', () => {
  const decide = (more: Partial<ChargeRefundInput>, now: Date) =>
    decideRefund({ ...charge, before: reverts_to_plan, ...more, kind: 'subscription' }, now)
      .reverts_to_plan
  expect(decide({}, later(1))).toEqual(reverts_to_plan)
  expect(decide({ before: null }, later(1))).toBeNull()
  expect(
    decide({ before: { ...reverts_to_plan, until: later(1, 1).toISOString() } }, later(1)),
  ).not.toBeNull()
  expect(
    decide({ before: { ...reverts_to_plan, until: later(1).toISOString() } }, later(1)),
  ).toBeNull()
  expect(decide({ first_used_at: paid_at }, later(1))).toBeNull()
})

const none = {
  amount: 0,
  event_point: 0,
  paid_point: 0,
  expired_event_point: 0,
  bonus_deduction: 0,
}
const refused = (ineligibility_reason: string) => ({
  is_refundable: false,
  ineligibility_reason,
  ...none,
  refundable_until: null,
  reverts_to_plan: null,
})

describe('an episode', () => {
  const purchase: PurchaseRefundInput = {
    state: 'active',
    purchased_at: paid_at,
    first_used_at: null,
    payment_method: 'card',
    price: 1_500,
    event_point: 0,
    paid_point: 0,
    expired_event_point: 0,
  }
  const decide = (more: Partial<PurchaseRefundInput>, now: Date, by = decideRefund) =>
    by({ kind: 'episode', ...purchase, ...more }, now)
  const refunded = {
    ...none,
    is_refundable: true,
    ineligibility_reason: null,
    refundable_until: later(7).toISOString(),
    reverts_to_plan: null,
  }

  it('is refunded to the card', () => {
    expect(decide({}, later(7, -1))).toEqual({ ...refunded, amount: 1_500 })
  })

  it('is refunded in points, with the number of expired ones', () => {
    const points = { event_point: 300, paid_point: 1_200, expired_event_point: 100 }
    expect(decide({ payment_method: 'point', ...points }, later(0))).toEqual({
      ...refunded,
      ...points,
    })
  })

  it.each<[string, Partial<PurchaseRefundInput>, Date, string]>([
    ['after seven days', {}, later(7), 'too_late'],
    ['after its rental ended', { state: 'ended' }, later(1), 'too_late'],
    ['after it was played', { first_used_at: paid_at }, later(1), 'already_watched'],
    ['while a refund is pending', { state: 'refunding' }, later(1), 'already_refunded'],
    ['a second time', { state: 'refunded' }, later(1), 'already_refunded'],
    [
      'a second time, before any other reason',
      { state: 'refunded', first_used_at: paid_at },
      later(9),
      'already_refunded',
    ],
  ])('is not refunded %s', (_, more, now, ineligibility_reason) => {
    expect(decide(more, now)).toEqual(refused(ineligibility_reason))
  })

  it.each<[string, Partial<PurchaseRefundInput>, Date, string | null]>([
    ['after it was played', { first_used_at: paid_at }, later(1), 'already_watched'],
    ['after seven days', {}, later(7), 'too_late'],
    ['after its rental ended', { state: 'ended' }, later(1), 'too_late'],
    ['in time, without a reason', {}, later(1), null],
  ])('is refunded by staff %s', (_, more, now, ineligibility_reason) => {
    expect(decide(more, now, decideStaffRefund)).toEqual({
      ...refunded,
      amount: 1_500,
      ineligibility_reason,
    })
  })

  it('is not refunded twice by staff', () => {
    expect(decide({ state: 'refunded' }, later(1), decideStaffRefund)).toEqual(
      refused('already_refunded'),
    )
  })
})

describe('a top-up', () => {
  const top_up: TopUpRefundInput = {
    remaining: 10_000,
    bonus_remaining: 300,
    bonus_spent: 0,
    deducted: 0,
    is_cancelled: false,
    is_refunding: false,
  }
  const decide = (more: Partial<TopUpRefundInput>) =>
    decideRefund({ kind: 'points', ...top_up, ...more }, later(400))
  const refunded = {
    ...none,
    is_refundable: true,
    ineligibility_reason: null,
    refundable_until: null,
    reverts_to_plan: null,
  }

  it('is refunded with its bonus at any time', () => {
    expect(decide({})).toEqual({
      ...refunded,
      amount: 10_000,
      paid_point: 10_000,
      event_point: 300,
    })
  })

  it('is refunded less the bonus that was spent', () => {
    expect(decide({ bonus_remaining: 100, bonus_spent: 200 })).toEqual({
      ...refunded,
      amount: 9_800,
      paid_point: 10_000,
      event_point: 100,
      bonus_deduction: 200,
    })
    expect(decide({ remaining: 201, bonus_remaining: 0, bonus_spent: 200 }).amount).toBe(1)
  })

  it('does not deduct a spent bonus twice', () => {
    expect(decide({ bonus_spent: 200, deducted: 150 })).toMatchObject({
      amount: 9_950,
      bonus_deduction: 50,
    })
  })

  it('refunds the deduction for a bonus that returned', () => {
    expect(decide({ remaining: 0, bonus_remaining: 200, deducted: 200 })).toEqual({
      ...refunded,
      amount: 200,
      event_point: 200,
    })
  })

  it.each<[string, Partial<TopUpRefundInput>, string]>([
    ['when the spent bonus exceeds it', { remaining: 199, bonus_spent: 200 }, 'bonus_spent'],
    ['when the spent bonus equals it', { remaining: 200, bonus_spent: 200 }, 'bonus_spent'],
    [
      'when one point is left and the bonus is spent',
      { remaining: 1, bonus_spent: 1 },
      'bonus_spent',
    ],
    ['when its points are spent', { remaining: 0 }, 'points_spent'],
    [
      'when it was refunded before',
      { remaining: 0, bonus_spent: 200, deducted: 200 },
      'already_refunded',
    ],
    [
      'when one won of it was deducted before',
      { remaining: 0, bonus_spent: 1, deducted: 1 },
      'already_refunded',
    ],
    ['after it was cancelled', { is_cancelled: true }, 'already_refunded'],
    ['while a refund is pending', { is_refunding: true }, 'already_refunded'],
  ])('is not refunded %s', (_, more, ineligibility_reason) => {
    expect(decide(more)).toEqual(refused(ineligibility_reason))
  })
})

describe('a subscription refunded by staff', () => {
  const decide = (more: Partial<ChargeRefundInput>, now: Date) =>
    decideStaffRefund({ kind: 'subscription', ...charge, ...more }, now)

  it.each<[string, Partial<ChargeRefundInput>, Date, string | null]>([
    ['after something was played', { first_used_at: paid_at }, later(1), 'already_watched'],
    ['after seven days', {}, later(8), 'too_late'],
    ['in time, without a reason', {}, later(1), null],
  ])('is refunded %s', (_, more, now, ineligibility_reason) => {
    expect(decide(more, now)).toMatchObject({
      is_refundable: true,
      ineligibility_reason,
      amount: 10_900,
    })
  })

  it('is not refunded twice', () => {
    for (const more of [{ is_refunding: true }, { cancelled_amount: 1 }])
      expect(decide(more, later(8))).toMatchObject({
        is_refundable: false,
        ineligibility_reason: 'already_refunded',
        amount: 0,
      })
  })
})
