import { expect, test } from 'vitest'
import {
  dragOffset,
  isVerticalDrag,
  swipeDirection,
  dragVelocity,
  type DragSample,
} from './paging-gestures.ts'

/** A finger at `y` every 20 ms. */
const path = (...ys: number[]): DragSample[] => ys.map((y, index) => ({ x: 0, y, at: index * 20 }))
/** The same, held still for a while before it is let go. */
const held = (y: number): DragSample[] => [...path(0, y / 2, y), { x: 0, y, at: 500 }]

test.each([
  ['a flick up', path(0, -20, -45), 1],
  ['a flick down', path(0, 20, 45), -1],
  ['a touch that trembles', path(0, -3, -6), 0],
  ['fast but hardly moved', path(0, -14, -27), 0],
  ['slow and short', held(-190), 0],
  ['slow and far up', held(-201), 1],
  ['slow and far down', held(201), -1],
  ['far up, then flicked back', [...path(0, -300), { x: 0, y: -240, at: 120 }, { x: 0, y: -180, at: 140 }], 0], // prettier-ignore
  ['nothing at all', [], 0],
] as const)('%s is %#', (_, samples, expected) => {
  expect(swipeDirection(samples, 800)).toBe(expected)
})

test('the speed is that of the last 100 ms', () => {
  expect(dragVelocity(path(0, -10, -20))).toBeCloseTo(-0.5)
  expect(dragVelocity(held(-300))).toBe(0)
  expect(dragVelocity([])).toBe(0)
})

test.each([
  [{ x: 3, y: 4 }, null],
  [{ x: 2, y: 14 }, true],
  [{ x: -14, y: 6 }, false],
] as const)('%o goes upright: %s', (moved, expected) => {
  expect(isVerticalDrag(moved)).toBe(expected)
})

test('where there is nothing to go to the picture resists', () => {
  const can = { next: true, previous: false }
  expect(dragOffset(-100, can)).toBe(-100)
  expect(dragOffset(100, can)).toBeCloseTo(28)
})
