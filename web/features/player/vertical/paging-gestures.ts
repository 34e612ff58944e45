import { isTap, type TouchPoint } from '#web/features/player/gestures/use-gestures.ts'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

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

type Layer = RefObject<HTMLDivElement | null>

/** Makes a step for each wheel gesture over the player. */
export function useWheelSteps(layer: Layer, step: (direction: 1 | -1) => void): void {
  useEffect(() => {
    const element = layer.current?.closest<HTMLElement>('.player')
    if (!element) return
    let gesture = initialWheelGesture
    function onWheel(event: WheelEvent) {
      // Ctrl zooms the page; dialogs and popovers scroll their own content.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      if (event.target instanceof Element && event.target.closest('dialog, [popover]')) return
      const result = wheelStep(gesture, { pixels: wheelPixels(event), at: event.timeStamp })
      gesture = result.gesture
      if (result.step !== 0) step(result.step)
    }
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => element.removeEventListener('wheel', onWheel)
  }, [layer, step])
}

/**
 * Follows the fingers on the layer and on the details over the picture, which are no child of it.
 * @returns the time of the last touch, in milliseconds: its click is not one of the mouse.
 */
export function useSwipe(
  layer: Layer,
  {
    can,
    onDrag,
    onDragEnd,
    onStep,
    onTap,
  }: {
    can: { next: boolean; previous: boolean }
    /** Called with the pixels by which the picture follows. */
    onDrag: (pixels: number) => void
    /** Called where a drag ends without a step. */
    onDragEnd: () => void
    onStep: (direction: 1 | -1) => void
    onTap: () => void
  },
) {
  const touch = useRef<{
    down: TouchPoint
    samples: DragSample[]
    isVertical: boolean | null
  } | null>(null)
  const lastTouchEnd = useRef(-Infinity)
  const touchPointOf = (event: PointerEvent): TouchPoint => ({
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
    fraction: 0.5,
  })
  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const isPrimary = event.isPrimary
    // A second finger makes it a pinch.
    if (!isPrimary && touch.current?.isVertical) onDragEnd()
    touch.current = isPrimary ? { down: touchPointOf(event), samples: [], isVertical: null } : null
  })
  const onPointerMove = useEffectEvent((event: PointerEvent) => {
    const active = touch.current
    if (!active || !event.isPrimary || active.isVertical === false) return
    const { x, y, at } = touchPointOf(event)
    const sample = { x: x - active.down.x, y: y - active.down.y, at }
    active.isVertical ??= isVerticalDrag(sample)
    if (!active.isVertical) return
    active.samples = [...active.samples.slice(-11), sample]
    onDrag(dragOffset(sample.y, can))
  })
  const onPointerUp = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    lastTouchEnd.current = event.timeStamp
    const active = touch.current
    touch.current = null
    if (!active) return
    if (isTap(active.down, touchPointOf(event))) {
      // A tap on a link or button of the details is a press of it.
      if (event.target === layer.current) onTap()
      return
    }
    if (!active.isVertical) return
    const direction = swipeDirection(active.samples, layer.current?.clientHeight ?? 0)
    if (direction !== 0) onStep(direction)
    else onDragEnd()
  })
  const onPointerCancel = useEffectEvent(() => {
    if (touch.current?.isVertical) onDragEnd()
    touch.current = null
  })
  useEffect(() => {
    const element = layer.current?.closest<HTMLElement>('.player')
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    const isSwipeArea = ({ target }: Event) =>
      target === layer.current ||
      (target instanceof Element && target.closest('.vertical-details') !== null)
    const onSwipeArea =
      (handle: (event: PointerEvent) => void) =>
      (event: PointerEvent): void =>
        isSwipeArea(event) ? handle(event) : undefined
    element.addEventListener(
      'pointerdown',
      onSwipeArea((event) => onPointerDown(event)),
      { signal },
    )
    element.addEventListener(
      'pointermove',
      onSwipeArea((event) => onPointerMove(event)),
      { signal },
    )
    element.addEventListener(
      'pointerup',
      onSwipeArea((event) => onPointerUp(event)),
      { signal },
    )
    element.addEventListener('pointercancel', () => onPointerCancel(), { signal })
    return () => stop.abort()
  }, [layer])
  return lastTouchEnd
}
