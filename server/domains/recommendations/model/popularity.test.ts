import { expect, test } from 'vitest'
import { decayedPopularity } from './popularity.ts'

test('halves what happened a half-life ago and ignores what is later', () => {
  const day = 86_400_000
  const events = [
    { item: 0, at: 10 * day },
    { item: 0, at: 0 },
    { item: 1, at: 11 * day },
  ]
  const scores = decayedPopularity(events, 2, { now: 10 * day, halfLifeDays: 10 })
  expect([...scores]).toEqual([1.5, 0])
})
