import { expect, test } from 'vitest'
import { unlockProgress } from './screen-lock.tsx'

test.each([
  ['a touch', 80, 0, 0, 0.11],
  ['half the time', 350, 0, 0, 0.5],
  ['the full time', 700, 2, 1, 1],
  ['long after', 5000, 0, 0, 1],
  ['swiped to the right', 150, 96, 0, 1],
  ['swiped upwards', 150, 0, -96, 1],
  ['swiped half the way', 100, -48, 0, 0.5],
] as const)('%s: %d ms, %d px, %d px gives progress %d', (_, held, x, y, expected) => {
  expect(unlockProgress(held, x, y)).toBeCloseTo(expected, 1)
})
