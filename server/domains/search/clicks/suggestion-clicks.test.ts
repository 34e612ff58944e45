import { expect, test } from 'vitest'
import type { ClickSums } from './click-policy.ts'
import { SuggestionClicks } from './suggestion-clicks.ts'

const clicked = (clicks: number): ClickSums => ({ clicks, weight: clicks * 2, squares: clicks * 4 })
const sums = (...works: [number, number][]) =>
  new Map(works.map(([id, clicks]) => [id, clicked(clicks)]))
const clicks = new SuggestionClicks(
  new Map([
    ['오징어게임', sums([1, 6], [2, 5])],
    ['오징어', sums([2, 7])],
    ['오지마', sums([3, 9])],
    ['오만', sums([4, 8])],
  ]),
)

test.each([
  ['오징어', sums([1, 6], [2, 12])],
  ['오징ㅇ', sums([1, 6], [2, 12])],
  ['오지', sums([1, 6], [2, 12], [3, 9])],
  ['오징어게임', sums([1, 6], [2, 5])],
  ['dhwlddj', sums([1, 6], [2, 12])],
  ['오징어게임2', undefined],
  ['지마', undefined],
  ['하', undefined],
])('sums the clicks on the queries that begin with the keys of %s', (prefix, expected) => {
  for (const _ of ['first', 'cached']) expect(clicks.get(prefix)).toEqual(expected)
})
