/** A gesture of the wheel: what has come of it, when it last moved, and whether it has had its step. */
export type WheelGesture = { sum: number; at: number; spent: boolean }
export const noWheel: WheelGesture = { sum: 0, at: -Infinity, spent: false }

/** Milliseconds of rest that end a gesture: a trackpad's own running out belongs to it. */
const rest = 180
/** Pixels until it counts: a notch of a mouse is about 100. */
const enough = 40

/** Adds one wheel event: a whole gesture is one step, however far it runs (1 the next, -1 the one before). */
export function readWheel(
  gesture: WheelGesture,
  { pixels, at }: { pixels: number; at: number },
): { gesture: WheelGesture; step: -1 | 0 | 1 } {
  const current = at - gesture.at > rest ? noWheel : gesture
  const sum = current.sum + pixels
  const goes = !current.spent && Math.abs(sum) >= enough
  return {
    gesture: { sum, at, spent: current.spent || goes },
    step: goes ? (sum > 0 ? 1 : -1) : 0,
  }
}

/** Wheel events in pixels: Firefox counts lines, some mice pages. */
export function pixelsOf({ deltaY, deltaMode }: Pick<WheelEvent, 'deltaY' | 'deltaMode'>): number {
  return deltaY * ([1, 33, 600][deltaMode] ?? 1)
}
