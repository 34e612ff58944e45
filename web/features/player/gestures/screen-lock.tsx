import { gestureMessages } from '#web/features/player/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react'
import { useControlsState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { ControlButton, settingsMenuId } from '#web/features/player/controls/control-primitives.tsx'

const lockId = 'player-lock'
/** Milliseconds that the lock stays visible after a tap. */
const visible_ms = 3000

/** On narrow pictures the lock is in the settings menu, whose button receives the focus. */
function focusLockButton() {
  const lock = document.getElementById(lockId)
  const button = lock?.checkVisibility()
    ? lock
    : document.querySelector<HTMLElement>(`[popovertarget='${settingsMenuId}']`)
  button?.focus({ preventScroll: true })
}

/** Shown on touch screens only (gestures.css). */
export function LockButton() {
  const { controls } = usePlayer()
  return (
    <ControlButton
      id={lockId}
      label={gestureMessages.lock}
      className="player-lock-button"
      onClick={() => controls.setState({ locked: true, user_active: false })}
    >
      <Icon name="lock" />
    </ControlButton>
  )
}

/** @param isPlayable false while a message or an error covers the video, which removes the lock. */
export function ScreenLock({ isPlayable }: { isPlayable: boolean }) {
  const { controls } = usePlayer()
  const locked = useControlsState((controls) => controls.locked)
  useEffect(() => {
    if (!isPlayable) controls.setState({ locked: false })
  }, [isPlayable, controls])
  // Leaving the player removes the lock.
  useEffect(() => () => controls.setState({ locked: false }), [controls])
  const unlock = useCallback(() => {
    controls.setState({ locked: false, user_active: true })
  }, [controls])
  return locked && isPlayable ? <LockScreen onOpen={unlock} /> : null
}

/**
 * Covers the page as a modal dialog, so that nothing below receives touches or focus. A long press or a swipe
 * unlocks; a key or a screen reader's click, which cannot happen in a pocket, unlocks at once.
 */
function LockScreen({ onOpen }: { onOpen: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const press = useRef<{ x: number; y: number; at: number; frame: number } | null>(null)
  const [interactions, setInteractions] = useState(1)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => {
      if (press.current) cancelAnimationFrame(press.current.frame)
      element?.close()
      // The buttons become visible again in this frame.
      requestAnimationFrame(() => focusLockButton())
    }
  }, [])
  useEffect(() => {
    if (interactions === 0) return
    const timer = setTimeout(() => setInteractions(0), visible_ms)
    return () => clearTimeout(timer)
  }, [interactions])

  function updateProgress(progress: number) {
    button.current?.style.setProperty('--unlock-progress', String(progress))
    if (progress < 1) return
    press.current = null
    onOpen()
  }
  function animate(at: number) {
    const start = press.current
    if (!start) return
    updateProgress(unlockProgress(at - start.at, 0, 0))
    if (press.current) start.frame = requestAnimationFrame(animate)
  }
  function onPointerDown(event: PointerEvent<HTMLButtonElement>) {
    event.currentTarget.setPointerCapture(event.pointerId)
    const { clientX: x, clientY: y } = event
    press.current = { x, y, at: event.timeStamp, frame: requestAnimationFrame(animate) }
  }
  function onPointerMove(event: PointerEvent) {
    const start = press.current
    if (!start) return
    updateProgress(
      unlockProgress(event.timeStamp - start.at, event.clientX - start.x, event.clientY - start.y),
    )
  }
  function onPointerEnd() {
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
      data-visible={interactions > 0 || undefined}
      onPointerDown={() => setInteractions((count) => count + 1)}
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
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        // Clicks from a keyboard or a screen reader have `detail` 0.
        onClick={(event) => event.detail === 0 && onOpen()}
        onFocus={() => setInteractions((count) => count + 1)}
      >
        <Icon name="lock" className="size-6" />
      </button>
      <p id="player-unlock-hint">{gestureMessages.unlock_hint}</p>
    </dialog>
  )
}

/** Press duration or drag distance that unlocks; an accidental touch reaches neither. */
const unlockThreshold = { milliseconds: 700, pixels: 96 }

/** Returns the unlock progress, 0 to 1, of a press of `held_ms` that moved by `x`, `y` pixels. */
export function unlockProgress(held_ms: number, x: number, y: number): number {
  const timeProgress = held_ms / unlockThreshold.milliseconds
  const distanceProgress = Math.hypot(x, y) / unlockThreshold.pixels
  return Math.min(1, Math.max(0, timeProgress, distanceProgress))
}
