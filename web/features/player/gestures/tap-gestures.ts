/** A press that is let go sooner and nearer than this is a tap; a longer one is nothing. */
const tap = { milliseconds: 500, pixels: 12 }
/** Milliseconds between the first two taps of a row; once it seeks, a further tap may take longer. */
const between = { first: 300, further: 650 }
const tapStep = 10

/** Where and when a finger came down or went up; `place` is the part of the picture's width to its left. */
export type TouchPoint = { x: number; y: number; at: number; place: number }

type ScreenThird = -1 | 0 | 1

/** The row of taps so far: on which side, how many, when the last one was. */
type TapSequence = { side: ScreenThird; taps: number; at: number }
export const emptyTapSequence: TapSequence = { side: 0, taps: 0, at: -Infinity }

type TapAction =
  /** Shows or hides the controls: at once, whether or not a second tap follows. */
  | { do: 'toggle' }
  /** `total` is what the row has sought so far, in seconds, negative to the left. */
  | { do: 'seek'; seconds: number; total: number; first: boolean }

/** Left third, middle, right third. */
export function screenThirdOf(place: number): ScreenThird {
  return place < 1 / 3 ? -1 : place > 2 / 3 ? 1 : 0
}

/** Whether what a finger did between down and up was a tap: a long press and a drag are not. */
export function isTap(down: TouchPoint, up: TouchPoint): boolean {
  return up.at - down.at < tap.milliseconds && Math.hypot(up.x - down.x, up.y - down.y) < tap.pixels
}

/** What a tap means after the taps before it (D-43). */
export function interpretTap(
  row: TapSequence,
  up: TouchPoint,
): { row: TapSequence; meaning: TapAction } {
  const side = screenThirdOf(up.place)
  const limit = row.taps > 1 ? between.further : between.first
  const goesOn = side !== 0 && side === row.side && up.at - row.at < limit
  const taps = goesOn ? row.taps + 1 : 1
  const next = { side, taps, at: up.at }
  if (taps === 1) return { row: next, meaning: { do: 'toggle' } }
  const seconds = side * tapStep
  return {
    row: next,
    meaning: { do: 'seek', seconds, total: seconds * (taps - 1), first: taps === 2 },
  }
}
