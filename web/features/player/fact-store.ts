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
