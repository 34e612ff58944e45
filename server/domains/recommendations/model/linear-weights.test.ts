import { expect, test } from 'vitest'
import { createCooccurrences, pairIndex } from './cooccurrences.ts'
import { fitLinearWeights } from './linear-weights.ts'

function cooccurrencesOf(itemCount: number, profiles: number[][]) {
  const cooccurrences = createCooccurrences(itemCount, { weighted: false })
  for (const profile of profiles) cooccurrences.add(profile)
  return cooccurrences
}

test('equals an example by hand', () => {
  // G + 2I = 3I + J, with 4 on the diagonal and 1 elsewhere; its inverse is (I − J/6) / 3.
  const cooccurrences = cooccurrencesOf(3, [
    [0, 1],
    [2, 0],
    [1, 2],
  ])
  const { items, weights } = fitLinearWeights(cooccurrences, { penalty: 2, maxItems: 3 })
  expect([...items]).toEqual([0, 1, 2])
  const [off, zero] = [1 / 5, 0]
  for (const [index, value] of [zero, off, off, off, zero, off, off, off, zero].entries())
    expect(weights[index]).toBeCloseTo(value, 12)
})

test('weighs the direction from a rare work to a frequent one', () => {
  // G + I = [[4, 1], [1, 2]] with the inverse [[2, −1], [−1, 4]] / 7: 1/4 towards the second work, 1/2 towards the first.
  const cooccurrences = cooccurrencesOf(4, [
    [0, 1],
    [0, 2],
    [0, 3],
  ])
  const { items, weights } = fitLinearWeights(cooccurrences, { penalty: 1, maxItems: 2 })
  expect([...items]).toEqual([0, 1])
  expect(weights[1]).toBeCloseTo(1 / 4, 12)
  expect(weights[2]).toBeCloseTo(1 / 2, 12)
})

test('weighs long profiles less', () => {
  const cooccurrences = createCooccurrences(20)
  cooccurrences.add(Array.from({ length: 14 }, (_, item) => item))
  cooccurrences.add([18, 19])
  expect(cooccurrences.pairs[pairIndex(1, 0)]).toBe(1)
  expect(cooccurrences.pairs[pairIndex(19, 18)]).toBeCloseTo(7 ** 0.8, 5)
})
