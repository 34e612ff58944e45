import { createStore, useStore } from 'zustand'

/** The number of unread notifications of the profile, which `follow-notifications.ts` counts. */
const store = createStore(() => 0)

export const useUnreadCount = (): number => useStore(store)

export const setUnreadCount = (count: number): void => store.setState(count, true)

/** Counts one more. */
export const addUnread = (): void => store.setState((count) => count + 1, true)
