import { useEffect, type RefObject } from 'react'
import type { PlayerContextValue } from '#web/features/player/core/controls-state.ts'

/** Milliseconds without activity until the controls hide. */
const idle_ms = 3000

/** Maintains `controls.user_active`: true while the user moves, types or has visible focus in the controls. */
export function useUserActivity(
  { controls }: PlayerContextValue,
  view: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = view.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined
    function deactivate() {
      // Hiding the focused control would lose the focus indicator.
      if (element!.querySelector(':focus-visible')) activate()
      else controls.setState({ user_active: false })
    }
    function activate(delay_ms = idle_ms) {
      controls.setState({ user_active: true })
      clearTimeout(timer)
      timer = setTimeout(deactivate, delay_ms)
    }
    // Taps toggle the controls themselves (use-gestures.ts).
    const onMouse = (event: PointerEvent, delay_ms?: number) => {
      if (event.pointerType !== 'touch') activate(delay_ms)
    }
    element.addEventListener('pointermove', (event) => onMouse(event), { signal })
    element.addEventListener('pointerleave', (event) => onMouse(event, 600), { signal })
    element.addEventListener(
      'pointerup',
      (event) => controls.getState().user_active && onMouse(event),
      {
        signal,
      },
    )
    element.addEventListener('focusin', () => activate(), { signal })
    element.addEventListener('keydown', () => activate(), { signal })
    // Activated by a tap: the same timeout applies.
    const stopListening = controls.subscribe(() => {
      if (controls.getState().user_active && timer === undefined)
        timer = setTimeout(deactivate, idle_ms)
      if (!controls.getState().user_active) {
        clearTimeout(timer)
        timer = undefined
      }
    })
    activate()
    return () => {
      stop.abort()
      stopListening()
      clearTimeout(timer)
    }
  }, [controls, view])
}
