import { hasSessionMarker } from '#web/data/session-marker.ts'
import { emptyRowKey } from '#web/inline-scripts.ts'

/** Keeps whether the row had a card when it was last seen, so that its place is held the next time. */
export function rememberCards(any: boolean) {
  try {
    if (any) localStorage.removeItem(emptyRowKey)
    else localStorage.setItem(emptyRowKey, 'none')
  } catch {
    // A browser that keeps nothing holds the place for nothing once more.
  }
}

/** Whether the row is likely to have a card: somebody is signed in, and had one, or was never here. */
export function expectsCards(): boolean {
  try {
    return hasSessionMarker() && localStorage.getItem(emptyRowKey) === null
  } catch {
    return hasSessionMarker()
  }
}
