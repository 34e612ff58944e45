import type { Episode } from '#contract/contents/contents.ts'
import { describe, expect, it } from 'vitest'
import { nextWork } from './use-feed.ts'

const episode = (id: number, series: number, season: number, number: number) =>
  ({ id, series: { id: series }, season: { number: season }, number }) as Episode

describe('nextWork', () => {
  const works = [1, 2, 3].map((series) => episode(series * 10, series, 1, 1))
  it.each([
    ['follows the current work', 1, [], 20],
    ['leaves out works that were seen', 1, [1, 2], 30],
    ['starts again at the end of the list', 3, [3], 10],
    ['repeats the next work once all were seen', 2, [1, 2, 3], 30],
    ['starts at the first for a work that is not listed', 9, [], 10],
  ])('%s', (_, series, seen, next) => {
    expect(nextWork(works, series, new Set(seen))?.id).toBe(next)
  })
  it('is none if there is no other work', () => {
    expect(nextWork(works.slice(0, 1), 1, new Set())).toBeNull()
  })
})
