import { useEffect, useSyncExternalStore } from 'react'
import type { FactStore } from './media-state.ts'

/** Renders again only when what `pick` gives is another value; `pick` must return stored values, not new objects. */
export function useFacts<F extends object, T>(
  store: FactStore<F>,
  pick: (facts: Readonly<F>) => T,
): T {
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.get()),
  )
}

/**
 * Runs `write` with the facts now and after every change, without rendering: the clock and the seek bar
 * change several times a second and write straight to their elements.
 */
export function useStoreEffect<F extends object>(
  store: FactStore<F>,
  write: (facts: Readonly<F>) => void,
): void {
  useEffect(() => {
    write(store.get())
    return store.subscribe(() => write(store.get()))
  })
}
