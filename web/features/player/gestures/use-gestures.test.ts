import { expect, test } from 'vitest'
import {
  isSwipeLeft,
  isTap,
  emptyTapSequence,
  interpretTap,
  screenThirdOf,
  type TouchPoint,
} from './use-gestures.ts'

const touch = (fraction: number, at: number, overrides: Partial<TouchPoint> = {}): TouchPoint => ({
  x: fraction * 300,
  y: 100,
  at,
  fraction,
  ...overrides,
})

/** Returns the actions of taps `[fraction, ms]`: `t` for toggle, or the displayed total. */
function actionsOf(taps: readonly (readonly [number, number])[]): (string | number)[] {
  let sequence = emptyTapSequence
  return taps.map(([fraction, at]) => {
    const result = interpretTap(sequence, touch(fraction, at))
    sequence = result.sequence
    return result.action.type === 'toggle' ? 't' : result.action.total
  })
}

test.each([
  ['one tap', [[0.1, 0]], ['t']],
  ['two on the left', [[0.1, 0], [0.2, 200]], ['t', -10]], // prettier-ignore
  ['two on the right', [[0.9, 0], [0.8, 200]], ['t', 10]], // prettier-ignore
  ['each further tap adds', [[0.9, 0], [0.9, 200], [0.9, 400], [0.9, 900]], ['t', 10, 20, 30]], // prettier-ignore
  ['too slow for a pair', [[0.1, 0], [0.1, 300]], ['t', 't']], // prettier-ignore
  ['a sequence that has ended', [[0.1, 0], [0.1, 200], [0.1, 900]], ['t', -10, 't']], // prettier-ignore
  ['left, then right', [[0.1, 0], [0.9, 100], [0.9, 200]], ['t', 't', 10]], // prettier-ignore
  ['the middle never seeks', [[0.5, 0], [0.5, 100], [0.5, 200]], ['t', 't', 't']], // prettier-ignore
] as const)('%s', (_, taps, expected) => {
  expect(actionsOf(taps)).toEqual(expected)
})

test.each([
  [0, -1],
  [0.33, -1],
  [0.34, 0],
  [0.66, 0],
  [0.67, 1],
  [1, 1],
] as const)('fraction %d is in screen third %d', (fraction, side) => {
  expect(screenThirdOf(fraction)).toBe(side)
})

test.each([
  ['short and still', { at: 120, x: 33 }, true],
  ['a long press', { at: 500, x: 30 }, false],
  ['a drag', { at: 120, x: 60 }, false],
  ['a drag downwards', { at: 120, x: 30, y: 130 }, false],
] as const)('%s', (_, up, expected) => {
  expect(isTap(touch(0.1, 0), touch(0.1, up.at, up))).toBe(expected)
})

test.each([
  ['to the left', -80, 10, true],
  ['too short', -40, 0, false],
  ['to the right', 80, 0, false],
  ['upwards', -70, 60, false],
])('a drag %s is a swipe to the left: %s, %s: %s', (_, x, y, isSwipe) => {
  const down = { x: 200, y: 100, at: 0, fraction: 0.5 }
  expect(isSwipeLeft(down, { ...down, x: down.x + x, y: down.y + y, at: 200 })).toBe(isSwipe)
})
