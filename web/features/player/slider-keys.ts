import type { KeyboardEvent } from 'react'

/** The keys of a slider (WAI-ARIA 1.2), by `code`; with Ctrl, Alt or Cmd they are the browser's. */
export const sliderKeys =
  (keys: Readonly<Record<string, () => void>>) =>
  (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keys[event.code]
    if (!act) return
    event.preventDefault()
    act()
  }
