/** Half of the 10 s within which withdrawn films stop being served. */
const ttlMs = 5_000
/** Maximum number of entries; when it is reached, the cache is cleared. */
const capacity = 20_000

/**
 * Caches rights by key, so that a segment costs one map lookup. A value is reused for at most 5 s. Concurrent reads of
 * the same key share one query.
 */
export class RightsCache<T> {
  readonly #values = new Map<string, { value: T; until: number }>()
  readonly #running = new Map<string, Promise<T>>()
  readonly #queued = new Map<string, Promise<T>>()

  /** @returns undefined if no value younger than 5 s is cached. */
  get(key: string, now: Date): T | undefined {
    const cached = this.#values.get(key)
    return cached && now.getTime() < cached.until ? cached.value : undefined
  }

  /** Reads the value, sharing a read that is already running. */
  load(key: string, now: Date, read: () => Promise<T>): Promise<T> {
    return this.#running.get(key) ?? this.#start(key, now, read)
  }

  /** Reads the value by a query that begins after this call, so that it sees what the caller has committed. */
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

  /** Removes the values that match `isInvalid`. Results of running reads may predate the change and are not cached. */
  invalidate(isInvalid: (value: T) => boolean): void {
    this.#running.clear()
    for (const [key, { value }] of this.#values) if (isInvalid(value)) this.#values.delete(key)
  }

  #start(key: string, now: Date, read: () => Promise<T>): Promise<T> {
    const running: Promise<T> = read().then(
      (value) => {
        // After an invalidation the value is returned to its callers but not cached.
        if (this.#running.get(key) === running) {
          this.#running.delete(key)
          if (this.#values.size >= capacity) this.#values.clear()
          this.#values.set(key, { value, until: now.getTime() + ttlMs })
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
