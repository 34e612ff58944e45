import { useRef, type MouseEvent, type PointerEvent } from 'react'
import type { PlayerContext } from './chrome.ts'
import type { Commands } from './commands.ts'

/** Milliseconds between the two taps of a double tap. */
const doubleTap = 300

/**
 * Handlers for the surface of the picture. Mouse: a click plays or pauses, a double click (whose two clicks
 * undo each other) is full screen. Finger: a tap shows or hides the controls, a double tap on a side seeks,
 * and every further tap there seeks again.
 */
export function useGestures({ player, chrome }: PlayerContext, commands: Commands) {
  const lastTap = useRef({ at: 0, side: 0 })
  /** A tap is followed by the click that browsers make of it. */
  const tapped = useRef(0)

  function onPointerUp(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    tapped.current = event.timeStamp
    const box = event.currentTarget.getBoundingClientRect()
    const place = (event.clientX - box.left) / box.width
    const side = place < 0.35 ? -1 : place > 0.65 ? 1 : 0
    const last = lastTap.current
    lastTap.current = { at: event.timeStamp, side }
    if (side !== 0 && side === last.side && event.timeStamp - last.at < doubleTap) {
      commands[side < 0 ? 'back' : 'forward']()
      chrome.set({ awake: false })
    } else {
      chrome.set({ awake: !chrome.get().awake })
    }
  }

  function onClick(event: MouseEvent) {
    if (event.timeStamp - tapped.current < 800) return
    player.wishes.togglePlay()
  }

  function onDoubleClick(event: MouseEvent) {
    if (event.timeStamp - tapped.current < 800) return
    commands.fullscreen()
  }

  return { onPointerUp, onClick, onDoubleClick }
}
