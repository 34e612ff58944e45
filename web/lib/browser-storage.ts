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

/** Keys of the previous release, without `hanpyeon.`, and their names. Remove after one release. */
const renamedKeys = [
  [
    localStore,
    {
      player: 'player-preferences',
      progress: 'progress-outbox',
      continue: 'continue-watching-hint',
    },
  ],
  [
    sessionStore,
    {
      player: 'player-instance-id',
      previewed: 'preview-position',
      paying: 'payment-return',
      joining: 'plan-redirect',
      'found-id': 'recovered-id',
      join: 'join-draft',
    },
  ],
] as const

/** Moves what the previous release has stored, such as unsent progress and reviews, to its new key. */
function migrateStorageKeys() {
  function move(from: SafeStorage, key: string, to: SafeStorage, newKey: string) {
    const text = from.getItem(key)
    if (text === null) return
    if (to.getItem(newKey) !== null || to.setItem(newKey, text)) from.removeItem(key)
  }
  for (const [storage, names] of renamedKeys)
    for (const [key, newKey] of Object.entries(names))
      move(storage, `hanpyeon.${key}`, storage, `hanpyeon.${newKey}`)
  for (const key of sessionStore.keys()) {
    const [, member_id, target] = /^hanpyeon\.review-draft\.(\d+)\.(.+)$/.exec(key) ?? []
    if (target) move(sessionStore, key, localStore, `hanpyeon.draft.review.${target}.${member_id}`)
  }
}

// Before anything is read, whichever page loads this first.
migrateStorageKeys()

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
