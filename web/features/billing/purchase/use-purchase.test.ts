import { expect, test } from 'vitest'
import { splitPoints } from './use-purchase.ts'

const packages = [
  { id: 1, amount: 1_000, bonus: 0 },
  { id: 2, amount: 3_000, bonus: 0 },
  { id: 3, amount: 10_000, bonus: 300 },
]

test.each([
  [{ event_point: 300, paid_point: 2_000 }, 1_500, { event: 300, paid: 1_200, remaining: 800 }],
  [{ event_point: 2_000, paid_point: 500 }, 1_500, { event: 1_500, paid: 0, remaining: 1_000 }],
  [
    { event_point: 0, paid_point: 1_500 },
    1_500,
    { event: 0, paid: 1_500, remaining: 0, shortfall: 0 },
  ],
])('splits %o for a price of %i', (balance, price, expected) => {
  expect(splitPoints(balance, price, packages)).toMatchObject({
    shortfall: 0,
    topUpPackage: null,
    ...expected,
  })
})

test('picks the smallest package that covers the shortfall', () => {
  expect(splitPoints({ event_point: 200, paid_point: 0 }, 1_500, packages)).toMatchObject({
    shortfall: 1_300,
    remaining: 0,
    topUpPackage: { id: 2, amount: 3_000, bonus: 0 },
  })
  expect(splitPoints({ event_point: 0, paid_point: 0 }, 9_900, packages).topUpPackage).toEqual({
    id: 3,
    amount: 10_000,
    bonus: 300,
  })
  expect(splitPoints({ event_point: 0, paid_point: 0 }, 100_001, packages).topUpPackage).toBeNull()
})
