import { useEffect, useSyncExternalStore } from 'react'
import type { Store } from './media-state.ts'

/** Rerenders only when the selected value changes. `select` must return stored values, not new objects. */
export function useStore<F extends object, T>(
  store: Store<F>,
  select: (state: Readonly<F>) => T,
): T {
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.get()),
  )
}

/**
 * Runs `effect` now and after every change without rendering: time display and seek bar change several times a second
 * and write to their elements directly.
 */
export function useStoreEffect<F extends object>(
  store: Store<F>,
  effect: (state: Readonly<F>) => void,
): void {
  useEffect(() => {
    effect(store.get())
    return store.subscribe(() => effect(store.get()))
  })
}
