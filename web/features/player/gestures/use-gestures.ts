import { type MouseEvent, useCallback, useRef, useState, type PointerEvent } from 'react'
import type { PlayerContextValue } from '#web/features/player/core/player-context.tsx'
import type { Commands } from '#web/features/player/core/commands.ts'
import { isTap, emptyTapSequence, interpretTap, type TouchPoint } from './tap-gestures.ts'

/**
 * Handlers for the surface of the picture. Mouse: a click plays or pauses, a double click (whose two clicks
 * undo each other) is full screen. Fingers: touch/use-touch.ts.
 */
export function useGestures(context: PlayerContextValue, commands: Commands) {
  const { touch, burst, endBurst, fromFinger } = useTouch(context)
  const surface = {
    ...touch,
    onClick(event: MouseEvent) {
      if (!fromFinger(event)) context.player.wishes.togglePlay()
    },
    onDoubleClick(event: MouseEvent) {
      if (!fromFinger(event)) commands.fullscreen()
    },
  }
  return { surface, burst, endBurst }
}

/** What a row of taps has sought, where the last of them was; `id` tells one from the next. */
export type SeekFeedbackState = { total: number; x: number; y: number; id: number }

/**
 * Fingers on a wide picture (D-43): a tap shows or hides the controls, a second one on a side seeks, and every
 * further one there seeks again. Nothing waits to see whether a second tap comes.
 */
function useTouch({ player, chrome }: PlayerContextValue) {
  const row = useRef(emptyTapSequence)
  const down = useRef<TouchPoint | null>(null)
  /** A tap is followed by the click that browsers make of it. */
  const lifted = useRef(-Infinity)
  const [burst, setBurst] = useState<SeekFeedbackState | null>(null)

  const endBurst = useCallback(() => setBurst(null), [])

  const touchOf = (event: PointerEvent): TouchPoint => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    return { x, y: event.clientY - box.top, at: event.timeStamp, place: x / box.width }
  }
  function onPointerDown(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    // A second finger makes a pinch of it.
    down.current = event.isPrimary ? touchOf(event) : null
  }
  function onPointerUp(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    lifted.current = event.timeStamp
    const from = down.current
    const up = touchOf(event)
    down.current = null
    if (!from || !isTap(from, up)) return
    const { row: next, meaning } = interpretTap(row.current, up)
    row.current = next
    if (meaning.do === 'toggle') return chrome.set({ awake: !chrome.get().awake })
    chrome.set({ awake: false })
    player.wishes.seekBy(meaning.seconds)
    setBurst({ total: meaning.total, x: up.x, y: up.y, id: event.timeStamp })
  }
  function onPointerCancel() {
    down.current = null
  }
  /** A finger that stays opens no menu of the browser over the picture. */
  function onContextMenu(event: MouseEvent) {
    if (down.current) event.preventDefault()
  }
  return {
    touch: { onPointerDown, onPointerUp, onPointerCancel, onContextMenu },
    burst,
    endBurst,
    /** Whether a click is what the browser made of a finger. */
    fromFinger: (event: MouseEvent) => event.timeStamp - lifted.current < 800,
  }
}
