import { expect, test } from 'vitest'
import { createCooccurrences } from './cooccurrences.ts'
import { describeWorks } from './content-features.ts'
import { fitLinearWeights } from './linear-weights.ts'
import { type Neighbours, visitNeighbours } from './neighbours.ts'

const work = (genres: string[], people: string[] = []) => ({ genres, people, year: null })

function neighboursOf(
  profiles: number[][],
  descriptions: ReturnType<typeof work>[],
  maxItems = descriptions.length,
) {
  const cooccurrences = createCooccurrences(descriptions.length, { weighted: false })
  for (const profile of profiles) cooccurrences.add(profile)
  const linear = fitLinearWeights(cooccurrences, { penalty: 1, maxItems })
  const found: Neighbours[] = []
  const sources = { cooccurrences, linear, content: describeWorks(descriptions) }
  visitNeighbours(sources, 10, (item, neighbours) => (found[item] = neighbours))
  return found.map(({ items }) => [...items])
}

test('orders works by shared profiles', () => {
  const profiles = [
    [0, 1],
    [0, 1],
    [0, 2],
    [1, 0],
    [2, 3],
  ]
  const [first] = neighboursOf(profiles, [work([]), work([]), work([]), work([])])
  expect(first!.slice(0, 2)).toEqual([1, 2])
})

test('recommends a new work by its genres and people', () => {
  const descriptions = [
    work(['범죄'], ['송강호']),
    work(['멜로']),
    work(['범죄'], ['송강호']),
    work(['멜로']),
  ]
  const [first, second] = neighboursOf([[0, 1]], descriptions)
  expect(first).toEqual([1, 2])
  expect(second).toEqual([0, 3])
})

test('finds neighbours of works outside of the linear model by their profiles', () => {
  const profiles = [
    [0, 1],
    [0, 1],
    [0, 1],
    [2, 3],
  ]
  const found = neighboursOf(profiles, [work([]), work([]), work([]), work([])], 2)
  expect(found[2]).toEqual([3])
  expect(found[3]).toEqual([2])
})
