import { expect, test } from 'vitest'
import { splitPoints } from './use-purchase.ts'

test.each([
  [{ event_point: 300, paid_point: 2_000 }, 1_500, { event: 300, paid: 1_200, left: 800 }],
  [{ event_point: 2_000, paid_point: 500 }, 1_500, { event: 1_500, paid: 0, left: 1_000 }],
  [{ event_point: 0, paid_point: 1_500 }, 1_500, { event: 0, paid: 1_500, left: 0, missing: 0 }],
])('%o pay %i', (balance, price, expected) => {
  expect(splitPoints(balance, price)).toMatchObject({ missing: 0, fill: null, ...expected })
})

test('what is missing names the smallest package that fills it', () => {
  expect(splitPoints({ event_point: 200, paid_point: 0 }, 1_500)).toMatchObject({
    missing: 1_300,
    left: 0,
    fill: { amount: 3_000, bonus: 0 },
  })
  expect(splitPoints({ event_point: 0, paid_point: 0 }, 9_900).fill).toEqual({
    amount: 10_000,
    bonus: 300,
  })
  expect(splitPoints({ event_point: 0, paid_point: 0 }, 100_001).fill).toBeNull()
})
