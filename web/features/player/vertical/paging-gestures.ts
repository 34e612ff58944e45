/** One place of a finger, in pixels from where it came down, in ms of any clock. */
export type DragSample = { x: number; y: number; at: number }

/** Until a finger has gone this far nobody knows what it wants. */
const slack = 10
/** Part of the height that is far enough, however slowly. */
const farEnough = 0.25
/** Pixels a millisecond that are fast enough, from this many pixels on. */
const fastEnough = { speed: 0.45, pixels: 28 }
/** The speed is that of the last moment: whoever stops before letting go has thought better of it. */
const moment = 100
/** Where there is nothing to go to, the picture follows less and comes back. */
const resistance = 0.28

/** Whether a drag goes up and down; null while it is too short to tell. */
export function isVerticalDrag({ x, y }: Pick<DragSample, 'x' | 'y'>): boolean | null {
  if (Math.hypot(x, y) < slack) return null
  return Math.abs(y) > Math.abs(x)
}

/** Pixels by which the picture follows a finger that has gone `y`. */
export function dragOffset(y: number, can: { next: boolean; previous: boolean }): number {
  return (y < 0 ? can.next : can.previous) ? y : y * resistance
}

/** Pixels a millisecond over the last moment, negative upwards. */
export function dragVelocity(samples: readonly DragSample[]): number {
  const last = samples.at(-1)
  const from = samples.find((one) => last && last.at - one.at <= moment)
  if (!last || !from || last.at === from.at) return 0
  return (last.y - from.y) / (last.at - from.at)
}

/** What letting go means: 1 the next episode (upwards), -1 the one before, 0 back to where it was. */
export function swipeDirection(samples: readonly DragSample[], height: number): -1 | 0 | 1 {
  const y = samples.at(-1)?.y ?? 0
  const speed = dragVelocity(samples)
  const fast = Math.abs(speed) >= fastEnough.speed && Math.abs(y) >= fastEnough.pixels
  // A flick back takes a long drag back.
  if (fast) return Math.sign(speed) !== Math.sign(y) ? 0 : y < 0 ? 1 : -1
  if (Math.abs(y) < height * farEnough) return 0
  return y < 0 ? 1 : -1
}

/** A gesture of the wheel: what has come of it, when it last moved, and whether it has had its step. */
type WheelGesture = { sum: number; at: number; spent: boolean }
export const initialWheelGesture: WheelGesture = { sum: 0, at: -Infinity, spent: false }

/** Milliseconds of rest that end a gesture: a trackpad's own running out belongs to it. */
const rest = 180
/** Pixels until it counts: a notch of a mouse is about 100. */
const enough = 40

/** Adds one wheel event: a whole gesture is one step, however far it runs (1 the next, -1 the one before). */
export function wheelStep(
  gesture: WheelGesture,
  { pixels, at }: { pixels: number; at: number },
): { gesture: WheelGesture; step: -1 | 0 | 1 } {
  const current = at - gesture.at > rest ? initialWheelGesture : gesture
  const sum = current.sum + pixels
  const goes = !current.spent && Math.abs(sum) >= enough
  return {
    gesture: { sum, at, spent: current.spent || goes },
    step: goes ? (sum > 0 ? 1 : -1) : 0,
  }
}

/** Wheel events in pixels: Firefox counts lines, some mice pages. */
export function wheelPixels({
  deltaY,
  deltaMode,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  return deltaY * ([1, 33, 600][deltaMode] ?? 1)
}
