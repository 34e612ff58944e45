import { hasSessionMarker } from '#web/data/session-marker.ts'

/** Where this browser keeps it. */
export const memory = 'hanpyeon.continue'

/** Keeps whether the row had a card when it was last seen, so that its place is held the next time. */
export function rememberCards(any: boolean) {
  try {
    if (any) localStorage.removeItem(memory)
    else localStorage.setItem(memory, 'none')
  } catch {
    // A browser that keeps nothing holds the place for nothing once more.
  }
}

/** Whether the row is likely to have a card: somebody is signed in, and had one, or was never here. */
export function expectsCards(): boolean {
  try {
    return hasSessionMarker() && localStorage.getItem(memory) === null
  } catch {
    return hasSessionMarker()
  }
}
