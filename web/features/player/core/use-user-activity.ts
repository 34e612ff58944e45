import { useEffect, type RefObject } from 'react'
import type { PlayerContextValue } from './player-context.tsx'

/** Milliseconds without a movement until the controls go. */
const idleAfter = 3000

/** Keeps `chrome.awake`: true while somebody moves, types or has the focus in the controls. */
export function useUserActivity(
  { chrome }: PlayerContextValue,
  stage: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined
    function sleep() {
      // A focus that cannot be seen is a focus that is lost.
      if (element!.querySelector(':focus-visible')) wake()
      else chrome.set({ awake: false })
    }
    function wake(after = idleAfter) {
      chrome.set({ awake: true })
      clearTimeout(timer)
      timer = setTimeout(sleep, after)
    }
    // Fingers have their own way: a tap shows or hides (use-gestures.ts).
    const byMouse = (event: PointerEvent, after?: number) => {
      if (event.pointerType !== 'touch') wake(after)
    }
    element.addEventListener('pointermove', (event) => byMouse(event), { signal })
    element.addEventListener('pointerleave', (event) => byMouse(event, 600), { signal })
    element.addEventListener('pointerup', (event) => chrome.get().awake && byMouse(event), {
      signal,
    })
    element.addEventListener('focusin', () => wake(), { signal })
    element.addEventListener('keydown', () => wake(), { signal })
    // Touched awake: the same three seconds.
    const stopListening = chrome.subscribe(() => {
      if (chrome.get().awake && timer === undefined) timer = setTimeout(sleep, idleAfter)
      if (!chrome.get().awake) {
        clearTimeout(timer)
        timer = undefined
      }
    })
    wake()
    return () => {
      stop.abort()
      stopListening()
      clearTimeout(timer)
    }
  }, [chrome, stage])
}
