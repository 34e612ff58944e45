import { type MouseEvent, useCallback, useRef, useState, type PointerEvent } from 'react'
import type { PlayerContextValue } from '#web/features/player/core/player.ts'
import type { Commands } from '#web/features/player/core/commands.ts'

/**
 * Returns handlers for the gesture layer. Mouse: a click toggles playback, a double click (whose two clicks cancel
 * out) toggles full screen. Touch: see `useTouch`.
 * @param onSwipeLeft called for a swipe to the left.
 */
export function useGestures(
  context: PlayerContextValue,
  commands: Commands,
  onSwipeLeft: () => void,
) {
  const {
    touch,
    seekFeedback,
    clearSeekFeedback,
    fromFinger: isFromTouch,
  } = useTouch(context, onSwipeLeft)
  const layerProps = {
    ...touch,
    onClick(event: MouseEvent) {
      if (!isFromTouch(event)) context.player.requests.togglePlay()
    },
    onDoubleClick(event: MouseEvent) {
      if (!isFromTouch(event)) commands.toggle_fullscreen()
    },
  }
  return { layerProps, seekFeedback, clearSeekFeedback }
}

/** Keeps the layer above the controls that a tap reveals, because a second tap may follow where one of them appears. */
function coverControls(layer: HTMLElement) {
  layer.dataset['covering'] = ''
  setTimeout(() => delete layer.dataset['covering'], tapIntervals_ms.first)
}

/** Total of a tap sequence and position of its last tap; `id` distinguishes updates. */
export type SeekFeedbackState = { total: number; x: number; y: number; id: number }

/**
 * Touch gestures on a horizontal video: a tap toggles the controls, a second tap on a side seeks, and every
 * further tap seeks again. The first tap never waits for a second one. A swipe to the left lists the episodes.
 */
function useTouch({ player, controls }: PlayerContextValue, onSwipeLeft: () => void) {
  const sequence = useRef(emptyTapSequence)
  const down = useRef<TouchPoint | null>(null)
  /** Time of the last touch, to ignore the click that browsers synthesize from a tap. */
  const lastTouchEnd = useRef(-Infinity)
  const [seekFeedback, setSeekFeedback] = useState<SeekFeedbackState | null>(null)

  const clearSeekFeedback = useCallback(() => setSeekFeedback(null), [])

  const touchPointOf = (event: PointerEvent): TouchPoint => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    return { x, y: event.clientY - box.top, at: event.timeStamp, fraction: x / box.width }
  }
  function onPointerDown(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    // A second finger makes it a pinch.
    down.current = event.isPrimary ? touchPointOf(event) : null
  }
  function onPointerUp(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    lastTouchEnd.current = event.timeStamp
    const from = down.current
    const up = touchPointOf(event)
    down.current = null
    if (from && isSwipeLeft(from, up)) return onSwipeLeft()
    if (!from || !isTap(from, up)) return
    const { sequence: next, action } = interpretTap(sequence.current, up)
    sequence.current = next
    if (action.type === 'toggle') {
      if (!controls.getState().user_active) coverControls(event.currentTarget as HTMLElement)
      return controls.setState({ user_active: !controls.getState().user_active })
    }
    controls.setState({ user_active: false })
    player.requests.seekBy(action.seconds)
    setSeekFeedback({ total: action.total, x: up.x, y: up.y, id: event.timeStamp })
  }
  function onPointerCancel() {
    down.current = null
  }
  /** Suppresses the browser's context menu on long press. */
  function onContextMenu(event: MouseEvent) {
    if (down.current) event.preventDefault()
  }
  return {
    touch: { onPointerDown, onPointerUp, onPointerCancel, onContextMenu },
    seekFeedback,
    clearSeekFeedback,
    /** Whether the browser synthesized a click from a touch. */
    fromFinger: (event: MouseEvent) => event.timeStamp - lastTouchEnd.current < 800,
  }
}

/** Limits of a tap; longer or farther touches are ignored. */
const tapLimits = { milliseconds: 500, pixels: 12 }
/** Maximum interval in ms between the first two taps, and between further taps. */
const tapIntervals_ms = { first: 300, further: 650 }
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

/** Returns the action of a tap after the taps before it. */
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
