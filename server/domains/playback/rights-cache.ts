/** How long a decision about rights is reused, in ms: half of the 10 s after which nothing withdrawn is served. */
const reuseFor = 5_000
/** Decisions held at once; beyond them all are read again. */
const capacity = 20_000

/**
 * Decisions about rights by key, so that a segment costs a map lookup. A value is reused for 5 s at most. Reads of the
 * same key at the same time share one query.
 */
export class RightsCache<T> {
  readonly #values = new Map<string, { value: T; until: number }>()
  readonly #running = new Map<string, Promise<T>>()
  readonly #queued = new Map<string, Promise<T>>()

  /** @returns undefined where nothing fresh is held. */
  get(key: string, now: Date): T | undefined {
    const held = this.#values.get(key)
    return held && now.getTime() < held.until ? held.value : undefined
  }

  /** Reads the value, together with callers whose read is running. */
  load(key: string, now: Date, read: () => Promise<T>): Promise<T> {
    return this.#running.get(key) ?? this.#start(key, now, read)
  }

  /** Reads the value by a query that begins after this call, so that it includes what the caller has committed before. */
  reload(key: string, now: Date, read: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key)
    if (!running) return this.#start(key, now, read)
    let queued = this.#queued.get(key)
    if (!queued) {
      const next = () => {
        this.#queued.delete(key)
        return this.#start(key, now, read)
      }
      queued = running.then(next, next)
      this.#queued.set(key, queued)
    }
    return queued
  }

  /** Drops the values that `isStale` names, and all reads under way, whose answers may be older than the change. */
  invalidate(isStale: (value: T) => boolean): void {
    this.#running.clear()
    for (const [key, { value }] of this.#values) if (isStale(value)) this.#values.delete(key)
  }

  #start(key: string, now: Date, read: () => Promise<T>): Promise<T> {
    const running: Promise<T> = read().then(
      (value) => {
        // After an invalidation the answer is given to its callers and not kept.
        if (this.#running.get(key) === running) {
          this.#running.delete(key)
          if (this.#values.size >= capacity) this.#values.clear()
          this.#values.set(key, { value, until: now.getTime() + reuseFor })
        }
        return value
      },
      (error: unknown) => {
        if (this.#running.get(key) === running) this.#running.delete(key)
        throw error
      },
    )
    this.#running.set(key, running)
    return running
  }
}
