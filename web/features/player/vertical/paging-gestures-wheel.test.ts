import { expect, test } from 'vitest'
import { initialWheelGesture, wheelPixels, wheelStep } from './paging-gestures.ts'

/** Returns the steps of wheel events `[pixels, ms]`. */
function steps(events: readonly (readonly [number, number])[]): number[] {
  let gesture = initialWheelGesture
  return events
    .map(([pixels, at]) => {
      const result = wheelStep(gesture, { pixels, at })
      gesture = result.gesture
      return result.step
    })
    .filter((step) => step !== 0)
}

/** Trackpad inertia over one second. */
const inertia = Array.from({ length: 60 }, (_, at) => [120 * 0.92 ** at, at * 16] as const)

test.each([
  ['a notch down', [[100, 0]], [1]],
  ['a notch up', [[-100, 0]], [-1]],
  ['jitter', [[5, 0], [-4, 30], [6, 60]], []], // prettier-ignore
  ['a slow trackpad adds up', [[15, 0], [15, 50], [15, 100]], [1]], // prettier-ignore
  ['separate gestures do not add up', [[30, 0], [30, 400]], []], // prettier-ignore
  ['three notches in one turn', [[100, 0], [100, 60], [100, 120]], [1]], // prettier-ignore
  ['two turns', [[100, 0], [100, 300]], [1, 1]], // prettier-ignore
  ['a flick of a trackpad', inertia, [1]],
] as const)('%s', (_, events, expected) => {
  expect(steps(events)).toEqual(expected)
})

test('converts lines and pages to pixels', () => {
  expect([0, 1, 2].map((deltaMode) => wheelPixels({ deltaY: 3, deltaMode }))).toEqual([3, 99, 1800])
})
