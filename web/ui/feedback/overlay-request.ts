let isMade = false
const listeners = new Set<() => void>()

/**
 * The request for the components that show dialogs, toasts and the loading overlay. They are not part of the first page
 * (`app/lazy-overlays.tsx`), so whatever shows one requests them.
 */
export const overlayRequest = {
  make() {
    isMade = true
    for (const listener of listeners) listener()
  },
  isMade: () => isMade,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
