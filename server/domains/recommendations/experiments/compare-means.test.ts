import { expect, test } from 'vitest'
import { compareMeans, studentQuantile975 } from './compare-means.ts'

// Student 0.975 quantiles of the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
test.each([
  [30, 2.042],
  [40, 2.021],
  [60, 2],
  [100, 1.984],
  [1e9, 1.96],
])('the quantile for %d degrees of freedom is %d', (freedom, quantile) => {
  expect(studentQuantile975(freedom)).toBeCloseTo(quantile, 3)
})

test('compares arms of equal variance as the classic t interval', () => {
  // 198 degrees of freedom: t is 1.972017, and the standard error √(4/100 + 4/100).
  const interval = compareMeans(
    { count: 100, mean: 10, variance: 4 },
    { count: 100, mean: 11, variance: 4 },
  )
  expect(interval!.difference).toBe(1)
  expect(interval!.low).toBeCloseTo(1 - 0.557771, 5)
  expect(interval!.high).toBeCloseTo(1 + 0.557771, 5)
})

test('follows the smaller, more variable arm', () => {
  // Welch–Satterthwaite: (0.01 + 1)² / (0.01²/999 + 1²/39) = 39.78 degrees of freedom, t is 2.0214.
  const interval = compareMeans(
    { count: 1_000, mean: 20, variance: 10 },
    { count: 40, mean: 18, variance: 40 },
  )
  expect(interval!.difference).toBe(-2)
  expect(interval!.high - interval!.low).toBeCloseTo(2 * 2.0214 * Math.sqrt(1.01), 3)
})

test('compares no arm of fewer than thirty profiles', () => {
  const large = { count: 30, mean: 1, variance: 1 }
  expect(compareMeans(large, { ...large, count: 29 })).toBeNull()
  expect(compareMeans({ ...large, count: 29 }, large)).toBeNull()
  expect(compareMeans(large, large)).not.toBeNull()
})

test('has no margin where nobody differs', () => {
  const idle = { count: 50, mean: 0, variance: 0 }
  expect(compareMeans(idle, idle)).toEqual({ difference: 0, low: 0, high: 0 })
})
