import { expect, test } from 'vitest'
import { createScorer, recencyWeight } from './served-model.ts'

const neighbours = new Map([
  [1, { items: Int32Array.of(10, 11, 2), weights: Float32Array.of(0.5, 0.25, 1) }],
  [2, { items: Int32Array.of(10, 12), weights: Float32Array.of(0.25, 0.5) }],
])
const score = createScorer(100, (item) => neighbours.get(item))
const liked = (item: number) => ({ item, strength: 1 })

test('sums up neighbours, of later works more', () => {
  const second = recencyWeight(1)
  expect(score([liked(1), liked(2)], 30)).toEqual([
    { item: 10, score: 0.5 + 0.25 * second },
    { item: 12, score: 0.5 * second },
    { item: 11, score: 0.25 },
  ])
})

test('keeps the best', () => {
  expect(score([liked(1), liked(2)], 2).map(({ item }) => item)).toEqual([10, 12])
  expect(score([liked(2)], 1).map(({ item }) => item)).toEqual([12])
})

test('lowers neighbours of a refused work', () => {
  const scores = score([{ item: 1, strength: -1 }, liked(2)], 30)
  expect(scores.map(({ item }) => item)).toEqual([12])
})

test('skips works without neighbours', () => {
  expect(score([liked(99)], 30)).toEqual([])
})
