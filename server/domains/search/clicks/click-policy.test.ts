import { describe, expect, test } from 'vitest'
import { matchKinds, rankOf } from '../title-index/match-ranking.ts'
import { type ClickSums, clickPrefix, clickWeight, maxRise, orderByClicks } from './click-policy.ts'

const begins = rankOf(matchKinds.begins, false)
const works = (count: number, rank = begins) =>
  Array.from({ length: count }, (_, at) => ({ kind: 'series' as const, id: at + 1, rank }))
/** The sums of clicks at one position. */
const clicked = (clicks: number, position: number): ClickSums => ({
  clicks,
  weight: clicks * clickWeight(position),
  squares: clicks * clickWeight(position) ** 2,
})
const order = (hits: ReturnType<typeof works>, clicks: [number, ClickSums][]) =>
  orderByClicks(hits, new Map(clicks)).map(({ id }) => id)

test.each([
  ['오징어 게임', '오징어게임'],
  ['  ＳＱＵＩＤ game 시즌 2', 'squidgame시'],
  ['오', null],
  ['!?', null],
])('counts the clicks of %j as those of %j', (q, prefix) => expect(clickPrefix(q)).toBe(prefix))

describe('orderByClicks', () => {
  test('raises a work that is clicked more than its position explains', () => {
    expect(order(works(4), [[3, clicked(40, 2)]])).toEqual([3, 1, 2, 4])
    expect(
      order(works(4), [
        [1, clicked(60, 0)],
        [3, clicked(40, 2)],
      ]),
    ).toEqual([3, 1, 2, 4])
  })

  test('keeps the order of clicks that follow the positions, and of few clicks', () => {
    expect(
      order(works(4), [
        [1, clicked(120, 0)],
        [2, clicked(60, 1)],
        [3, clicked(40, 2)],
      ]),
    ).toEqual([1, 2, 3, 4])
    expect(order(works(4), [[3, clicked(4, 2)]])).toEqual([1, 2, 3, 4])
  })

  test('raises a work by a few places, and never above the exact name', () => {
    expect(order(works(12), [[12, clicked(500, 11)]]).indexOf(12)).toBe(11 - maxRise)
    const [exact, ...others] = works(4)
    const hits = [{ ...exact!, rank: rankOf(matchKinds.whole, false) }, ...others]
    expect(order(hits, [[3, clicked(500, 2)]])).toEqual([1, 3, 2, 4])
  })

  test('returns each result once', () => {
    const hits = works(30)
    const clicks = hits.map(({ id }): [number, ClickSums] => [id, clicked(id * 7, id % 20)])
    expect(order(hits, clicks).toSorted((a, b) => a - b)).toEqual(hits.map(({ id }) => id))
  })
})
