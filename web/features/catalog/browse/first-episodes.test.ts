import type { Episode } from '#contract/contents/contents.ts'
import { expect, it } from 'vitest'
import { firstEpisodes } from './first-episodes.ts'

const episode = (id: number, series: number, season: number, number: number) =>
  ({ id, series: { id: series }, season: { number: season }, number }) as Episode

it('has one episode of each work, the earliest, in the order of the works', () => {
  const list = [episode(1, 7, 2, 1), episode(2, 8, 1, 3), episode(3, 7, 1, 5), episode(4, 8, 1, 2)]
  expect(firstEpisodes(list).map(({ id }) => id)).toEqual([3, 4])
})
