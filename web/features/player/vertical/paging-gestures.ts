/** A touch sample: offset in pixels from its start, and time in ms. */
export type DragSample = { x: number; y: number; at: number }

/** Pixels before the direction of a drag is known. */
const directionSlack_px = 10
/** Fraction of the height that is a swipe at any speed. */
const minDragFraction = 0.25
/** Minimum speed in pixels per ms, and distance in pixels, of a flick. */
const minFlick = { speed: 0.45, pixels: 28 }
/** Window in ms of the velocity: stopping before the release cancels a flick. */
const velocityWindow_ms = 100
/** Fraction by which the picture follows where no adjacent episode exists. */
const resistance = 0.28

/** Whether a drag is vertical; null while it is too short to tell. */
export function isVerticalDrag({ x, y }: Pick<DragSample, 'x' | 'y'>): boolean | null {
  if (Math.hypot(x, y) < directionSlack_px) return null
  return Math.abs(y) > Math.abs(x)
}

/** Pixels by which the picture follows a drag of `y`. */
export function dragOffset(y: number, can: { next: boolean; previous: boolean }): number {
  return (y < 0 ? can.next : can.previous) ? y : y * resistance
}

/** Pixels per ms over the velocity window, negative upwards. */
export function dragVelocity(samples: readonly DragSample[]): number {
  const last = samples.at(-1)
  const from = samples.find((sample) => last && last.at - sample.at <= velocityWindow_ms)
  if (!last || !from || last.at === from.at) return 0
  return (last.y - from.y) / (last.at - from.at)
}

/** Returns the step on release: 1 next episode (upwards), -1 previous, 0 stay. */
export function swipeDirection(samples: readonly DragSample[], height: number): -1 | 0 | 1 {
  const y = samples.at(-1)?.y ?? 0
  const speed = dragVelocity(samples)
  const isFlick = Math.abs(speed) >= minFlick.speed && Math.abs(y) >= minFlick.pixels
  // A flick back cancels a long drag.
  if (isFlick) return Math.sign(speed) !== Math.sign(y) ? 0 : y < 0 ? 1 : -1
  if (Math.abs(y) < height * minDragFraction) return 0
  return y < 0 ? 1 : -1
}

/** A wheel gesture: accumulated pixels, time of the last event, and whether it has made its step. */
type WheelGesture = { sum: number; at: number; is_spent: boolean }
export const initialWheelGesture: WheelGesture = { sum: 0, at: -Infinity, is_spent: false }

/** Milliseconds without events that end a gesture, including trackpad inertia. */
const gestureGap_ms = 180
/** Pixels that make a step; one mouse notch is about 100. */
const minWheel_px = 40

/** Adds a wheel event. A gesture makes one step at most, however far it runs (1 next, -1 previous). */
export function wheelStep(
  gesture: WheelGesture,
  { pixels, at }: { pixels: number; at: number },
): { gesture: WheelGesture; step: -1 | 0 | 1 } {
  const current = at - gesture.at > gestureGap_ms ? initialWheelGesture : gesture
  const sum = current.sum + pixels
  const isStep = !current.is_spent && Math.abs(sum) >= minWheel_px
  return {
    gesture: { sum, at, is_spent: current.is_spent || isStep },
    step: isStep ? (sum > 0 ? 1 : -1) : 0,
  }
}

/** Converts wheel deltas to pixels: Firefox reports lines, some mice pages. */
export function wheelPixels({
  deltaY,
  deltaMode,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  return deltaY * ([1, 33, 600][deltaMode] ?? 1)
}
