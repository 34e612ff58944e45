import { createCooccurrences } from '#server/domains/recommendations/model/cooccurrences.ts'
import { expect, test } from 'vitest'
import { cosineNeighbours, decayedPopularity } from './baselines.ts'

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

test('computes cosines over profiles', () => {
  const cooccurrences = createCooccurrences(4, { weighted: false })
  for (const profile of [
    [0, 1],
    [0, 1],
    [0, 2],
    [1, 2],
  ])
    cooccurrences.add(profile)
  const cosines = cosineNeighbours(cooccurrences, 0)
  expect([...cosines]).toEqual([0, 2 / 3, 1 / Math.sqrt(6), 0])
})
