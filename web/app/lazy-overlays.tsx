import { overlayRequest } from '#web/ui/feedback/overlay-request.ts'
import { useEffect, useState } from 'react'
import type { Overlays as OverlaysComponent } from './overlays.tsx'
// Must see the press that opens the first dialog.
import '#web/ui/dialog/double-press.ts'

/**
 * Loads the overlays at the first input, before there is anything to show in them, or when one is requested. A failure is
 * repeated at the next input.
 */
export function LazyOverlays() {
  const [loaded, setLoaded] = useState<{ Overlays: typeof OverlaysComponent }>()
  const isLoaded = loaded !== undefined
  useEffect(() => {
    if (isLoaded) return
    const load = (event?: Event) =>
      void import('./overlays.tsx').then(
        (module) => {
          setLoaded(module)
          // The first press of a key also counts.
          if (event instanceof KeyboardEvent) module.openHelpOnKey(event)
        },
        () => {},
      )
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    for (const type of ['pointerdown', 'pointerover', 'focusin', 'keydown'])
      addEventListener(type, load, options)
    const unsubscribe = overlayRequest.subscribe(() => load())
    // An element can have focus before hydration.
    if (overlayRequest.isMade() || document.activeElement !== document.body) load()
    return () => {
      controller.abort()
      unsubscribe()
    }
  }, [isLoaded])
  return loaded && <loaded.Overlays />
}
