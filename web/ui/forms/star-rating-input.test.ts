import { expect, test } from 'vitest'
import { ratingAtPoint } from './star-rating-input.tsx'

test('rounds a point up to the half star that contains it', () => {
  const width = 240
  expect([1, 23, 25, 47, 49, 120, 121, 239].map((x) => ratingAtPoint(x, width))).toEqual([
    0.5, 0.5, 1, 1, 1.5, 2.5, 3, 5,
  ])
})

test('clamps points outside of the row', () => {
  expect([ratingAtPoint(-40, 240), ratingAtPoint(0, 240), ratingAtPoint(900, 240)]).toEqual([
    0.5, 0.5, 5,
  ])
})
