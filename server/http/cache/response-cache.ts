import { type ResponseSource, CachedResponse } from './cached-response.ts'

import { createConcurrencyLimit } from '#server/shared/async/concurrency-limit.ts'

/** A response up to this much older than `max_age` is served while it is refreshed, in ms. */
const revalidationWindowMs = 60_000
/** Longer addresses get no alias: bounds memory against invented query strings. */
const maxAliasLength = 300
const maxAliases = 10_000
/** Time to live of a 404 response, in ms. */
const notFoundTtlMs = 10_000
/** Limits of cached 404 responses: entries, and bytes in total. */
const maxNotFoundEntries = 500
const maxNotFoundBytes = 8 * 2 ** 20
/** Background refreshes run one at a time. */
const refreshLimits = { concurrency: 1, max_queued: 1_000 }

/**
 * Public responses in memory (decisions/0005-public-responses), within `limit` bytes. Invalidation of a tag evicts the
 * responses generated from it. A response older than `max_age` ms is also refreshed in the background, because view
 * counters do not invalidate tags; one older than that window is regenerated before it is served, because scheduled
 * publication does not invalidate at the hour either.
 */
export class ResponseCache {
  readonly #limit: number
  readonly #max_age: number
  readonly #entries = new Map<string, CachedResponse>()
  readonly #aliases = new Map<string, string>()
  /** 404 responses by key; any invalidation evicts all of them. */
  readonly #notFound = new Map<string, CachedResponse>()
  #notFoundSize = 0
  readonly #refresh = createConcurrencyLimit(refreshLimits)
  readonly #pending = new Map<string, { started: number; promise: Promise<CachedResponse> }>()
  /** The `#event` count at the last invalidation of each tag. */
  readonly #invalidatedAt = new Map<string, number>()
  #allInvalidatedAt = 0
  #event = 0
  #size = 0
  #useCount = 0

  constructor(options: { limit: number; max_age: number }) {
    this.#limit = options.limit
    this.#max_age = options.max_age
  }

  get size(): number {
    return this.#size
  }

  get count(): number {
    return this.#entries.size
  }

  /** Returns the fresh response for an address or its canonical form. */
  hit(address: string): CachedResponse | undefined {
    const entry = this.#entries.get(address) ?? this.#entries.get(this.#aliases.get(address) ?? '')
    if (!entry) return this.#notFound.size > 0 ? this.#notFoundHit(address) : undefined
    if (entry.made_at + this.#max_age < performance.now()) return undefined
    entry.used = ++this.#useCount
    return entry
  }

  #notFoundHit(key: string): CachedResponse | undefined {
    const entry = this.#notFound.get(key)
    return entry && entry.made_at + notFoundTtlMs >= performance.now() ? entry : undefined
  }

  /** Whether a generation for `key` is pending that a new request may join. */
  isBeingMade(key: string): boolean {
    return this.#pending.get(key)?.started === this.#event
  }

  /** Lets `hit` find the entry of `key` by another address. */
  alias(address: string, key: string): void {
    if (address === key || address.length > maxAliasLength) return
    if (this.#aliases.size >= maxAliases) this.#aliases.clear()
    this.#aliases.set(address, key)
  }

  /**
   * Returns the response under `key`; concurrent requests share one generation by `make`. An expired response is returned
   * at once and refreshed in the background. Besides 200, only 404 is cached, for a short time and until the next
   * invalidation.
   */
  async get(key: string, make: () => Promise<ResponseSource>): Promise<CachedResponse> {
    const cached = this.#entries.get(key)
    const notFound = cached ? undefined : this.#notFoundHit(key)
    if (notFound) return notFound
    const age = cached ? performance.now() - cached.made_at : 0
    if (cached && age <= this.#max_age + revalidationWindowMs) {
      cached.used = ++this.#useCount
      if (age > this.#max_age && !cached.refreshing) {
        cached.refreshing = true
        this.#refresh(() => this.#generate(key, make))
          .catch(() => {})
          .finally(() => (cached.refreshing = false))
      }
      return cached
    }
    const pending = this.#pending.get(key)
    // A generation from before the last invalidation may be outdated.
    if (pending && pending.started === this.#event) return pending.promise
    return this.#generate(key, make)
  }

  #generate(key: string, make: () => Promise<ResponseSource>): Promise<CachedResponse> {
    const started = this.#event
    const promise = make().then((made) => {
      const entry = new CachedResponse(made, performance.now())
      if (made.status === 200 && made.keep !== false && !this.#changedSince(started, entry.tags))
        this.#store(key, entry)
      else if (made.status === 404 && this.#event === started) this.#storeNotFound(key, entry)
      return entry
    })
    const pending = { started, promise }
    this.#pending.set(key, pending)
    const done = () => {
      if (this.#pending.get(key) === pending) this.#pending.delete(key)
    }
    promise.then(done, done)
    return promise
  }

  #changedSince(event: number, tags: ReadonlySet<string>): boolean {
    if (this.#allInvalidatedAt > event) return true
    for (const tag of tags) if ((this.#invalidatedAt.get(tag) ?? 0) > event) return true
    return false
  }

  #store(key: string, entry: CachedResponse): void {
    const former = this.#entries.get(key)
    if (former) {
      entry.inherit(former)
      this.#delete(key)
    }
    this.#entries.set(key, entry)
    entry.used = entry.spared = ++this.#useCount
    this.#size += estimateSize(key, entry)
    if (this.#size > this.#limit) this.#evict()
  }

  #storeNotFound(key: string, entry: CachedResponse): void {
    const size = estimateSize(key, entry)
    const former = this.#notFound.get(key)
    if (former) this.#notFoundSize -= estimateSize(key, former)
    else if (this.#notFound.size >= maxNotFoundEntries) this.#clearNotFound()
    if (this.#notFoundSize + size > maxNotFoundBytes) this.#clearNotFound()
    this.#notFound.set(key, entry)
    this.#notFoundSize += size
  }

  #clearNotFound(): void {
    this.#notFound.clear()
    this.#notFoundSize = 0
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= estimateSize(key, entry)
  }

  /** Evicts by second chance (CLOCK): the oldest entries not used since the last pass. Avoids sorting all entries. */
  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#size <= this.#limit) return
      if (entry.used === entry.spared) this.#delete(key)
      else {
        entry.spared = entry.used
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      }
    }
  }

  /** Evicts the responses generated from any of `tags`; `all` evicts everything. */
  invalidate(tags: readonly string[]): void {
    if (tags.includes('all')) return this.invalidateAll()
    this.#event++
    this.#clearNotFound()
    if (this.#invalidatedAt.size > 50_000) {
      this.#invalidatedAt.clear()
      this.#allInvalidatedAt = this.#event
    }
    for (const tag of tags) this.#invalidatedAt.set(tag, this.#event)
    for (const [key, entry] of this.#entries) {
      if (tags.some((tag) => entry.tags.has(tag))) this.#delete(key)
    }
  }

  invalidateAll(): void {
    this.#allInvalidatedAt = ++this.#event
    this.#clearNotFound()
    this.#entries.clear()
    this.#size = 0
  }
}

/**
 * Estimates the size of an entry in bytes before it is compressed: both compressed bodies take about half of the body,
 * the object it was serialized from about twice, and the body of a document is dropped.
 */
function estimateSize(key: string, { made, length }: CachedResponse): number {
  const share = made.is_mostly_compressed ? 0.5 : made.value === undefined ? 1.5 : 3.5
  return length * share + key.length + 1_024
}
