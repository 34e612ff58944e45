/**
 * What is on its way, beside the navigation itself: the spinner of the specification is derived from it, so
 * that nobody has to turn it off. Only for waits that hold up the whole screen.
 */
let waiting = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  waiting += by
  for (const listener of listeners) listener()
}

export const pending = {
  /** Counts `work` as on its way until it settles; hands it through. */
  async during<T>(work: Promise<T>): Promise<T> {
    change(1)
    try {
      return await work
    } finally {
      change(-1)
    }
  },
  any: () => waiting > 0,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
