import { gestureMessages } from '#web/features/player/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { useControlsState, usePlayer } from '#web/features/player/core/player-context.tsx'
import { ControlButton } from '#web/features/player/controls/control-primitives.tsx'

const lockId = 'player-lock'
/** Milliseconds the lock stays in sight after a tap. */
const shownFor = 3000

/** Shown to fingers alone (touch.css). */
export function LockButton() {
  const { chrome } = usePlayer()
  return (
    <ControlButton
      id={lockId}
      label={gestureMessages.lock}
      className="player-lock-button"
      onClick={() => chrome.set({ locked: true, awake: false })}
    >
      <Icon name="lock" />
    </ControlButton>
  )
}

/** `playing` is false where there is nothing to guard: a refusal or a failure wants to be read and answered. */
export function ScreenLock({ playing }: { playing: boolean }) {
  const { chrome } = usePlayer()
  const locked = useControlsState((one) => one.locked)
  useEffect(() => {
    if (!playing) chrome.set({ locked: false })
  }, [playing, chrome])
  // Whoever leaves the player leaves the lock.
  useEffect(() => () => chrome.set({ locked: false }), [chrome])
  const unlock = useCallback(() => {
    chrome.set({ locked: false, awake: true })
  }, [chrome])
  return locked && playing ? <LockScreen onOpen={unlock} /> : null
}

/**
 * Over the whole page, in the top layer: what is under it neither hears a finger nor takes the focus. The lock
 * opens to a moment's press or a swipe; a key or a screen reader's press, which no pocket makes, opens it at once.
 */
function LockScreen({ onOpen }: { onOpen: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const press = useRef<{ x: number; y: number; at: number; frame: number } | null>(null)
  const [seen, setSeen] = useState(1)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      if (press.current) cancelAnimationFrame(press.current.frame)
      element?.close()
      // Its button comes back into sight with this very frame.
      requestAnimationFrame(() => document.getElementById(lockId)?.focus({ preventScroll: true }))
    }
  }, [])
  useEffect(() => {
    if (seen === 0) return
    const timer = setTimeout(() => setSeen(0), shownFor)
    return () => clearTimeout(timer)
  }, [seen])

  function show(open: number) {
    button.current?.style.setProperty('--unlock-progress', String(open))
    if (open < 1) return
    press.current = null
    onOpen()
  }
  function wait(at: number) {
    const now = press.current
    if (!now) return
    show(unlockProgress(at - now.at, 0, 0))
    if (press.current) now.frame = requestAnimationFrame(wait)
  }
  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    const { clientX: x, clientY: y } = event
    press.current = { x, y, at: event.timeStamp, frame: requestAnimationFrame(wait) }
  }
  function onPointerMove(event: PointerEvent) {
    const now = press.current
    if (!now) return
    show(unlockProgress(event.timeStamp - now.at, event.clientX - now.x, event.clientY - now.y))
  }
  function letGo() {
    if (!press.current) return
    cancelAnimationFrame(press.current.frame)
    press.current = null
    button.current?.style.setProperty('--unlock-progress', '0')
  }

  return (
    <dialog
      ref={dialog}
      className="player-lock-screen"
      aria-label={gestureMessages.locked}
      data-visible={seen > 0 || undefined}
      onPointerDown={() => setSeen((count) => count + 1)}
      onContextMenu={(event) => event.preventDefault()}
      onCancel={(event) => {
        event.preventDefault()
        onOpen()
      }}
    >
      <button
        ref={button}
        type="button"
        className="player-unlock-button"
        aria-label={gestureMessages.unlock}
        aria-describedby="player-unlock-hint"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        // A press without a pointer.
        onClick={(event) => event.detail === 0 && onOpen()}
        onFocus={() => setSeen((count) => count + 1)}
      >
        <Icon name="lock" className="size-6" />
      </button>
      <p id="player-unlock-hint">{gestureMessages.unlock_hint}</p>
    </dialog>
  )
}

/** How long the lock is pressed, or how far it is drawn, until it opens: a stray touch does neither. */
const unlockAfter = { milliseconds: 700, pixels: 96 }

/** How far open the lock is, 0..1, after a press of `held` ms that moved by `x`, `y` pixels. */
export function unlockProgress(held: number, x: number, y: number): number {
  const pressed = held / unlockAfter.milliseconds
  const drawn = Math.hypot(x, y) / unlockAfter.pixels
  return Math.min(1, Math.max(0, pressed, drawn))
}
