import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import {
  agreedTerms,
  chosenTerms,
  decidePlanChange,
  type PlanChange,
  type PlanChangeInput,
  prorationCredit,
} from './plan-change-policy.ts'

const start = '2027-03-01T00:00:00.000Z'
const end = '2027-03-31T00:00:00.000Z'
const day = (count: number, ms = 0) => new Date(Date.parse(start) + count * 86_400_000 + ms)
const basic = { id: 1, price: 7_900 }
const standard = { id: 2, price: 10_900 }
const premium = { id: 3, price: 13_900 }
const running: PlanChangeInput = {
  status: 'active',
  auto_renew: true,
  plan_id: 2,
  plan_version: 1,
  next_plan_id: null,
  next_plan_version: null,
  next_plan_price: null,
  period_price: 10_900,
  period_start: start,
  period_end: end,
}
const notRenewing = { auto_renew: false }

type Case = [
  string,
  PlanChangeInput | null,
  typeof basic,
  Date,
  ReturnType<typeof decidePlanChange>,
]
const cases: Case[] = [
  ['no subscription yet', null, basic, day(0), { kind: 'join', amount: 7_900, credit: 0 }],
  [
    'an ended subscription',
    { ...running, status: 'ended' },
    basic,
    day(99),
    { kind: 'join', amount: 7_900, credit: 0 },
  ],
  ['the current plan', running, standard, day(9), { kind: 'none' }],
  [
    'the current plan without auto-renewal',
    { ...running, ...notRenewing },
    standard,
    day(9),
    { kind: 'continue' },
  ],
  [
    'the current plan after a downgrade was chosen',
    { ...running, next_plan_id: 1 },
    standard,
    day(9),
    { kind: 'continue' },
  ],
  ['a cheaper plan', running, basic, day(9), { kind: 'next_period' }],
  ['the same cheaper plan again', { ...running, next_plan_id: 1 }, basic, day(9), { kind: 'none' }],
  [
    'the same cheaper plan again without auto-renewal',
    { ...running, ...notRenewing, next_plan_id: 1 },
    basic,
    day(9),
    { kind: 'next_period' },
  ],
  [
    'a dearer plan at the start of the period',
    running,
    premium,
    day(0),
    { kind: 'upgrade', amount: 3_000, credit: 10_900 },
  ],
  [
    'a dearer plan in the middle of the period',
    running,
    premium,
    day(15),
    { kind: 'upgrade', amount: 8_450, credit: 5_450 },
  ],
  [
    'a dearer plan in the last millisecond',
    running,
    premium,
    day(30, -1),
    { kind: 'upgrade', amount: 13_899, credit: 1 },
  ],
  [
    'a dearer plan without auto-renewal',
    { ...running, ...notRenewing },
    premium,
    day(15),
    { kind: 'upgrade', amount: 8_450, credit: 5_450 },
  ],
  [
    'the period is over and not charged yet',
    running,
    premium,
    day(30),
    { kind: 'settle', amount: 13_900, credit: 0 },
  ],
  [
    'the period is over without auto-renewal',
    { ...running, ...notRenewing },
    basic,
    day(30),
    { kind: 'join', amount: 7_900, credit: 0 },
  ],
  [
    'past due: the current plan',
    { ...running, status: 'past_due' },
    standard,
    day(32),
    { kind: 'settle', amount: 10_900, credit: 0 },
  ],
  [
    'past due: a cheaper plan',
    { ...running, status: 'past_due' },
    basic,
    day(32),
    { kind: 'settle', amount: 7_900, credit: 0 },
  ],
  [
    'past due without auto-renewal',
    { ...running, ...notRenewing, status: 'past_due' },
    standard,
    day(32),
    { kind: 'settle', amount: 10_900, credit: 0 },
  ],
  [
    'a plan dearer than the price paid for the period',
    { ...running, period_price: 9_900 },
    { id: 4, price: 10_000 },
    day(0),
    { kind: 'upgrade', amount: 100, credit: 9_900 },
  ],
  [
    'past due: the current plan, which costs others more by now',
    { ...running, status: 'past_due' },
    { ...standard, price: 14_900 },
    day(32),
    { kind: 'settle', amount: 10_900, credit: 0 },
  ],
  [
    'past due: the agreed next plan, which costs others more by now',
    {
      ...running,
      status: 'past_due',
      next_plan_id: 1,
      next_plan_version: 1,
      next_plan_price: 7_900,
    },
    { ...basic, price: 9_900 },
    day(32),
    { kind: 'settle', amount: 7_900, credit: 0 },
  ],
  [
    'past due: a next plan whose agreed price is not stored',
    {
      ...running,
      status: 'past_due',
      next_plan_id: 1,
      next_plan_version: 1,
      next_plan_price: null,
    },
    basic,
    day(32),
    { kind: 'settle', amount: 7_900, credit: 0 },
  ],
  [
    'the agreed next plan again, which costs more than the current one by now',
    { ...running, next_plan_id: 1, next_plan_version: 1, next_plan_price: 7_900 },
    { ...basic, price: 11_900 },
    day(3),
    { kind: 'none' },
  ],
  [
    'another plan at the same price',
    running,
    { id: 4, price: 10_900 },
    day(3),
    { kind: 'next_period' },
  ],
]

test.each(cases)('%s', (_name, subscription, plan, now, expected) => {
  expect(decidePlanChange(subscription, plan, now)).toEqual(expected)
})

const onSale = { ...standard, version: 5, retired_at: null, name: '', max_height: 1080, streams: 2 }
const retired = { ...onSale, retired_at: start }
const other = { ...onSale, id: 9 }
const changing = { ...running, next_plan_id: 9, next_plan_version: 3, next_plan_price: 9_900 }
const laterKinds = ['upgrade', 'settle', 'next_period', 'continue', 'none'] as const

test('gives a new subscription the terms on sale, also to a plan it had before', () => {
  const join = { kind: 'join', amount: 0, credit: 0 } as const
  expect(chosenTerms(null, onSale, join)).toEqual({ version: 5, price: 10_900 })
  expect(chosenTerms({ ...running, period_price: 1 }, onSale, join)).toEqual({
    version: 5,
    price: 10_900,
  })
  expect(chosenTerms(null, retired, join)).toBeNull()
  expect(chosenTerms(running, retired, join)).toBeNull()
})

test.each(laterKinds)('keeps the terms that were agreed to, also of a retired plan: %s', (kind) => {
  const change = { kind, amount: 0, credit: 0 } as PlanChange
  const current = { ...running, plan_version: 2, period_price: 8_900 }
  expect(chosenTerms(current, retired, change)).toEqual({ version: 2, price: 8_900 })
  expect(chosenTerms(changing, { ...other, retired_at: start }, change)).toEqual({
    version: 3,
    price: 9_900,
  })
  expect(chosenTerms(running, other, change)).toEqual({ version: 5, price: 10_900 })
  expect(chosenTerms(running, { ...other, retired_at: start }, change)).toBeNull()
})

test('has agreed to the terms of its current and its next plan, and to no others', () => {
  expect(agreedTerms(changing, 2)).toEqual({ version: 1, price: 10_900 })
  expect(agreedTerms(changing, 9)).toEqual({ version: 3, price: 9_900 })
  expect(agreedTerms({ ...changing, next_plan_version: null }, 9)).toBeNull()
  expect(agreedTerms({ ...changing, next_plan_price: null }, 9)).toBeNull()
  expect(agreedTerms(changing, 3)).toBeNull()
})

const won = fc.integer({ min: 1, max: 10_000_000 })
const instants = fc.integer({ min: 0, max: 31 * 86_400_000 })

test('rounds the credit up to a whole won in favour of the member', () => {
  fc.assert(
    fc.property(won, instants, (period_price, ms) => {
      const period = { period_price, period_start: start, period_end: end }
      const credit = prorationCredit(period, day(0, ms))
      expect(Number.isSafeInteger(credit)).toBe(true)
      const whole = Date.parse(end) - Date.parse(start)
      const left = Math.max(0, whole - ms)
      const exact = BigInt(period_price) * BigInt(left)
      expect(BigInt(credit) * BigInt(whole) >= exact).toBe(true)
      expect(BigInt(credit - 1) * BigInt(whole) < exact || credit === 0).toBe(true)
      expect(credit).toBeLessThanOrEqual(period_price)
    }),
  )
})

test('an upgrade costs at least the price difference and at most the price', () => {
  fc.assert(
    fc.property(won, won, instants, (a, b, ms) => {
      fc.pre(a !== b)
      const [period_price, price] = [Math.min(a, b), Math.max(a, b)]
      const subscription = { ...running, period_price }
      const decision = decidePlanChange(
        subscription,
        { id: 9, price },
        day(0, Math.min(ms, 30 * 86_400_000 - 1)),
      )
      if (decision.kind !== 'upgrade') throw new Error(decision.kind)
      expect(decision.amount).toBeGreaterThanOrEqual(price - period_price)
      expect(decision.amount).toBeLessThanOrEqual(price)
      expect(decision.amount + decision.credit).toBe(price)
    }),
  )
})

test('the credit never grows with time', () => {
  fc.assert(
    fc.property(won, instants, instants, (period_price, a, b) => {
      const period = { period_price, period_start: start, period_end: end }
      const [sooner, later] = [Math.min(a, b), Math.max(a, b)]
      expect(prorationCredit(period, day(0, sooner))).toBeGreaterThanOrEqual(
        prorationCredit(period, day(0, later)),
      )
    }),
  )
})

test('rounds the credit up, to nothing after the end and to the price before the start', () => {
  const period = { period_price: 1, period_start: start, period_end: end }
  expect(prorationCredit(period, day(30, -1))).toBe(1)
  expect(prorationCredit(period, day(31))).toBe(0)
  expect(prorationCredit({ ...period, period_price: 10_900 }, day(-1))).toBe(10_900)
})
