/** Limits of a tap; longer or farther touches are ignored. */
const tapLimits = { milliseconds: 500, pixels: 12 }
/** Maximum interval in ms between the first two taps, and between further taps. */
export const tapIntervals_ms = { first: 300, further: 650 }
const seekStep_s = 10

/** A touch position and time in ms; `fraction` is the horizontal position in the picture, 0 to 1. */
export type TouchPoint = { x: number; y: number; at: number; fraction: number }

type ScreenThird = -1 | 0 | 1

/** The tap sequence so far: screen third, count and time of the last tap. */
type TapSequence = { side: ScreenThird; taps: number; at: number }
export const emptyTapSequence: TapSequence = { side: 0, taps: 0, at: -Infinity }

type TapAction =
  /** Toggles the controls immediately, without waiting for a second tap. */
  | { type: 'toggle' }
  /** `total` is the seek of the sequence so far in seconds, negative to the left. */
  | { type: 'seek'; seconds: number; total: number; is_first: boolean }

export function screenThirdOf(fraction: number): ScreenThird {
  return fraction < 1 / 3 ? -1 : fraction > 2 / 3 ? 1 : 0
}

/** Whether a touch is a tap, not a long press or a drag. */
export function isTap(down: TouchPoint, up: TouchPoint): boolean {
  return (
    up.at - down.at < tapLimits.milliseconds &&
    Math.hypot(up.x - down.x, up.y - down.y) < tapLimits.pixels
  )
}

/** The least length of a swipe in pixels, and how many times longer than high it is. */
const swipeLimits = { pixels: 64, ratio: 2 }

/** Whether a touch is a swipe to the left. */
export function isSwipeLeft(down: TouchPoint, up: TouchPoint): boolean {
  const length = down.x - up.x
  return length >= swipeLimits.pixels && length >= swipeLimits.ratio * Math.abs(down.y - up.y)
}

/** Returns the action of a tap after the taps before it (D-43). */
export function interpretTap(
  sequence: TapSequence,
  up: TouchPoint,
): { sequence: TapSequence; action: TapAction } {
  const side = screenThirdOf(up.fraction)
  const limit = sequence.taps > 1 ? tapIntervals_ms.further : tapIntervals_ms.first
  const continues = side !== 0 && side === sequence.side && up.at - sequence.at < limit
  const taps = continues ? sequence.taps + 1 : 1
  const next = { side, taps, at: up.at }
  if (taps === 1) return { sequence: next, action: { type: 'toggle' } }
  const seconds = side * seekStep_s
  return {
    sequence: next,
    action: { type: 'seek', seconds, total: seconds * (taps - 1), is_first: taps === 2 },
  }
}
