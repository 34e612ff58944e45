import { expect, test } from 'vitest'
import {
  dragOffset,
  isVerticalDrag,
  swipeDirection,
  dragVelocity,
  type DragSample,
} from './paging-gestures.ts'

/** A touch at each `y`, 20 ms apart. */
const path = (...ys: number[]): DragSample[] => ys.map((y, index) => ({ x: 0, y, at: index * 20 }))
/** A drag that pauses before the touch ends. */
const slowDrag = (y: number): DragSample[] => [...path(0, y / 2, y), { x: 0, y, at: 500 }]

test.each([
  ['a flick up', path(0, -20, -45), 1],
  ['a flick down', path(0, 20, 45), -1],
  ['jitter', path(0, -3, -6), 0],
  ['fast but too short', path(0, -14, -27), 0],
  ['slow and short', slowDrag(-190), 0],
  ['slow and far up', slowDrag(-201), 1],
  ['slow and far down', slowDrag(201), -1],
  ['far up, then flicked back', [...path(0, -300), { x: 0, y: -240, at: 120 }, { x: 0, y: -180, at: 140 }], 0], // prettier-ignore
  ['no samples', [], 0],
] as const)('%s is %#', (_, samples, expected) => {
  expect(swipeDirection(samples, 800)).toBe(expected)
})

test('the velocity covers the last 100 ms', () => {
  expect(dragVelocity(path(0, -10, -20))).toBeCloseTo(-0.5)
  expect(dragVelocity(slowDrag(-300))).toBe(0)
  expect(dragVelocity([])).toBe(0)
})

test.each([
  [{ x: 3, y: 4 }, null],
  [{ x: 2, y: 14 }, true],
  [{ x: -14, y: 6 }, false],
] as const)('%o is vertical: %s', (moved, expected) => {
  expect(isVerticalDrag(moved)).toBe(expected)
})

test('the drag offset is damped without an adjacent episode', () => {
  const can = { next: true, previous: false }
  expect(dragOffset(-100, can)).toBe(-100)
  expect(dragOffset(100, can)).toBeCloseTo(28)
})
