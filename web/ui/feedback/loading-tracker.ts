import { createStore } from 'zustand'
import { overlayRequest } from './overlay-request.ts'

/** Number of tracked requests. Track only those that block the whole screen. */
export const pendingStore = createStore(() => 0)

export const loadingTracker = {
  /** Shows the overlay until `work` settles. @returns its result. */
  async track<T>(work: Promise<T>): Promise<T> {
    overlayRequest.make()
    pendingStore.setState((count) => count + 1)
    try {
      return await work
    } finally {
      pendingStore.setState((count) => count - 1)
    }
  },
  isLoading: () => pendingStore.getState() > 0,
}
