import { expect, test } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

/** A limit of 10 a minute on a clock of its own, which starts at 0. */
function limitOf(mostKeys?: number) {
  const clock = { now: 0 }
  return { clock, limit: createRateLimit(10, () => clock.now, mostKeys) }
}

test('refuses what exceeds the limit, and says for how many seconds', () => {
  const { clock, limit } = limitOf()
  clock.now = 15_500
  expect(limit.spend('a', 8)).toBe(0)
  expect(limit.spend('a', 3)).toBe(45)
  // What was refused is not counted: something cheaper still fits.
  expect(limit.spend('a', 2)).toBe(0)
  expect([limit.spend('a'), limit.wait('a'), limit.wait('b')]).toEqual([45, 45, 0])
  clock.now = 60_000
  expect([limit.wait('a'), limit.spend('a')]).toEqual([0, 0])
})

test('keeps no more keys than it may, and forgets those that spent little first', () => {
  const { limit } = limitOf(100)
  for (let at = 0; at < 10; at++) limit.spend(`loud-${at}`, 10)
  for (let at = 0; at < 10_000; at++) {
    limit.spend(`quiet-${at}`)
    expect(limit.size).toBeLessThanOrEqual(100)
  }
  for (let at = 0; at < 10; at++) expect(limit.spend(`loud-${at}`)).toBe(60)
})

test('makes room also where every key is at its limit', () => {
  const { limit } = limitOf(100)
  for (let at = 0; at < 1_000; at++) limit.spend(`loud-${at}`, 10)
  expect(limit.size).toBeLessThanOrEqual(100)
  expect(limit.spend('loud-999')).toBe(60)
})
