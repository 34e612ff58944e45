import { useEffect, useSyncExternalStore } from 'react'

/** A bag of facts one can read, hear about and add to. Equal values tell nobody. */
export type FactStore<F extends object> = {
  get(): Readonly<F>
  set(news: Partial<F>): void
  subscribe(listener: () => void): () => void
}

export function createFactStore<F extends object>(initial: F): FactStore<F> {
  let facts = initial
  const listeners = new Set<() => void>()
  return {
    get: () => facts,
    set(news) {
      const changed = (Object.keys(news) as (keyof F)[]).some(
        (name) => !Object.is(facts[name], news[name]),
      )
      if (!changed) return
      facts = { ...facts, ...news }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

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
export function useFactWriter<F extends object>(
  store: FactStore<F>,
  write: (facts: Readonly<F>) => void,
): void {
  useEffect(() => {
    write(store.get())
    return store.subscribe(() => write(store.get()))
  })
}
