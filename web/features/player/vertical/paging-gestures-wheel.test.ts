import { expect, test } from 'vitest'
import { initialWheelGesture, wheelPixels, wheelStep } from './paging-gestures.ts'

/** Events as `[pixels, milliseconds]`, and the steps that came of them. */
function steps(events: readonly (readonly [number, number])[]): number[] {
  let gesture = initialWheelGesture
  return events
    .map(([pixels, at]) => {
      const read = wheelStep(gesture, { pixels, at })
      gesture = read.gesture
      return read.step
    })
    .filter((step) => step !== 0)
}

/** A trackpad that runs out over a second. */
const inertia = Array.from({ length: 60 }, (_, at) => [120 * 0.92 ** at, at * 16] as const)

test.each([
  ['a notch down', [[100, 0]], [1]],
  ['a notch up', [[-100, 0]], [-1]],
  ['a trembling hand', [[5, 0], [-4, 30], [6, 60]], []], // prettier-ignore
  ['a slow trackpad adds up', [[15, 0], [15, 50], [15, 100]], [1]], // prettier-ignore
  ['what was long ago does not add up', [[30, 0], [30, 400]], []], // prettier-ignore
  ['three notches in one turn', [[100, 0], [100, 60], [100, 120]], [1]], // prettier-ignore
  ['two turns', [[100, 0], [100, 300]], [1, 1]], // prettier-ignore
  ['a flick of a trackpad', inertia, [1]],
] as const)('%s', (_, events, expected) => {
  expect(steps(events)).toEqual(expected)
})

test('lines and pages are pixels too', () => {
  expect([0, 1, 2].map((deltaMode) => wheelPixels({ deltaY: 3, deltaMode }))).toEqual([3, 99, 1800])
})
