import { useSyncExternalStore } from 'react'

/** A `Storage` that reads as empty and loses what is saved where the browser blocks it, and on the server. */
export type SafeStorage = {
  getItem(key: string): string | null
  /** @returns whether it was saved: storage may be blocked or full. */
  setItem(key: string, text: string): boolean
  removeItem(key: string): void
  keys(): string[]
}

function createSafeStorage(storage: () => Storage): SafeStorage {
  function attempt<T>(access: (storage: Storage) => T, fallback: T): T {
    try {
      return access(storage())
    } catch {
      return fallback
    }
  }
  return {
    getItem: (key) => attempt((target) => target.getItem(key), null),
    setItem: (key, text) => attempt((target) => (target.setItem(key, text), true), false),
    removeItem: (key) => attempt((target) => target.removeItem(key), undefined),
    keys: () => attempt((target) => Object.keys(target), []),
  }
}

export const localStore = createSafeStorage(() => localStorage)
export const sessionStore = createSafeStorage(() => sessionStorage)

function subscribe(listener: () => void) {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/**
 * Returns a value of `localStorage`, updated by other tabs and by the returned setter; `null` removes it. `null` during
 * server rendering and hydration.
 */
export function useStoredValue(key: string): [string | null, (text: string | null) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => localStore.getItem(key),
    () => null,
  )
  function store(next: string | null) {
    if (next === null) localStore.removeItem(key)
    else localStore.setItem(key, next)
    // The browser sends the event to other tabs only.
    dispatchEvent(new StorageEvent('storage', { key }))
  }
  return [text, store]
}
