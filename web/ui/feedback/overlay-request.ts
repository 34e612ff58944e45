import { createStore } from 'zustand'

const store = createStore(() => false)

/**
 * The request for the components that show dialogs, toasts and the loading overlay. They are not part of the first page
 * (`app/lazy-overlays.tsx`), so the code that shows one requests them.
 */
export const overlayRequest = {
  make: () => store.setState(true),
  isMade: store.getState,
  subscribe: store.subscribe,
}
