import { expect, test } from 'vitest'
import { chooseStills, posterScore } from './storyboard.ts'

/** An image of 16 by 16 pixels whose left half has one grey and whose right half has another. */
function image(left: number, right: number): Buffer {
  const rgb = Buffer.alloc(16 * 16 * 3)
  for (let pixel = 0; pixel < 256; pixel++)
    rgb.fill(pixel % 16 < 8 ? left : right, pixel * 3, pixel * 3 + 3)
  return rgb
}

test.each([
  ['black', image(0, 0)],
  ['almost black', image(2, 9)],
  ['white', image(255, 255)],
  ['one colour', Buffer.from(Array.from({ length: 256 }, () => [200, 40, 40]).flat())],
])('an image that is %s is blank', (_, rgb) => {
  expect(posterScore(rgb)).toBe(0)
})

test('an image with contrast and medium exposure scores higher than a dark one', () => {
  expect(posterScore(image(60, 180))).toBeGreaterThan(posterScore(image(0, 40)))
  expect(posterScore(image(0, 40))).toBeGreaterThan(0)
})

test('chooses the best images, apart from each other', () => {
  const scores = Array.from({ length: 100 }, (_, index) =>
    index % 10 === 5 ? 90 + index / 10 : 10,
  )
  const [best, ...others] = chooseStills(scores)
  expect(best).toBe(65)
  expect(others).toHaveLength(7)
  const sorted = [65, ...others].toSorted((a, b) => a - b)
  const distances = sorted.slice(1).map((index, place) => index - sorted[place]!)
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(6)
})

test('leaves out the first and the last twentieth, which are taken only if all others are blank', () => {
  const inside = Array.from({ length: 101 }, (_, index) => (index < 5 || index > 95 ? 100 : 1))
  expect(chooseStills(inside).every((index) => index >= 5 && index <= 95)).toBe(true)
  expect(chooseStills([50, 0, 0, 0])).toEqual([0])
  expect(chooseStills([50])).toEqual([0])
  expect(chooseStills([90, 10, 90])).toEqual([1])
})

test('chooses none of blank images', () => {
  expect(chooseStills([0, 0, 0])).toEqual([])
})
