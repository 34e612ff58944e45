import { type ResponseSource, CachedResponse } from './cached-response.ts'

import { createConcurrencyLimit } from '#server/shared/concurrency-limit.ts'

/** An answer may be this much older than `max_age` and still be given while it is made again, in ms: as D-07 says. */
const grace = 60_000
/** Longer addresses are found by their canonical form alone: whoever makes them up does not fill our memory. */
const longestAlias = 300
const mostAliases = 10_000
/** How long the answer that something is not there is given again, in ms. */
const absentFor = 10_000
/** Such answers that are kept, and the bytes of all of them. */
const mostAbsent = 500
const absentBytes = 8 * 2 ** 20
/** Answers made again in the background at once: they wait for each other, and nobody waits for them. */
const refreshes = { at_once: 1, may_wait: 1_000 }

/**
 * Public answers in memory (D-07), within `limit` bytes. An answer is dropped when something it was made from
 * changes, and made again in the background once it is older than `max_age` ms, so that counters, which tell
 * nobody, move too. One that nobody asked for in a long time is not given any more: what is shown from some
 * hour on tells nobody either.
 */
export class ResponseCache {
  readonly #limit: number
  readonly #max_age: number
  readonly #entries = new Map<string, CachedResponse>()
  readonly #aliases = new Map<string, string>()
  /** Answers of status 404 by key; any notice of a change drops all of them. */
  readonly #absent = new Map<string, CachedResponse>()
  #absentSize = 0
  readonly #refresh = createConcurrencyLimit(refreshes)
  readonly #making = new Map<string, { started: number; promise: Promise<CachedResponse> }>()
  /** When each tag last went stale, in the cache's own count of events. */
  readonly #staleAt = new Map<string, number>()
  #allStaleAt = 0
  #event = 0
  #size = 0
  #tick = 0

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

  /** What is ready under `address` (as asked, or as canonical) and still young. */
  hit(address: string): CachedResponse | undefined {
    const entry = this.#entries.get(address) ?? this.#entries.get(this.#aliases.get(address) ?? '')
    if (!entry) return this.#absent.size > 0 ? this.#absentHit(address) : undefined
    if (entry.made_at + this.#max_age < performance.now()) return undefined
    entry.used = ++this.#tick
    return entry
  }

  #absentHit(key: string): CachedResponse | undefined {
    const entry = this.#absent.get(key)
    return entry && entry.made_at + absentFor >= performance.now() ? entry : undefined
  }

  /** Whether an answer under `key` is being made that whoever asks now may wait for. */
  isBeingMade(key: string): boolean {
    return this.#making.get(key)?.started === this.#event
  }

  /** Lets `hit` find what is kept under `key` by the address it was asked with. */
  alias(address: string, key: string): void {
    if (address === key || address.length > longestAlias) return
    if (this.#aliases.size >= mostAliases) this.#aliases.clear()
    this.#aliases.set(address, key)
  }

  /**
   * The answer under `key`, made by `make` when there is none; the many who ask at once wait for one making.
   * An old one is given at once and made again behind it. Of other answers than a 200, a 404 alone is kept, for a short
   * time and until anything changes.
   */
  async get(key: string, make: () => Promise<ResponseSource>): Promise<CachedResponse> {
    const kept = this.#entries.get(key)
    const absent = kept ? undefined : this.#absentHit(key)
    if (absent) return absent
    const age = kept ? performance.now() - kept.made_at : 0
    if (kept && age <= this.#max_age + grace) {
      kept.used = ++this.#tick
      if (age > this.#max_age && !kept.refreshing) {
        kept.refreshing = true
        this.#refresh(() => this.#make(key, make))
          .catch(() => {})
          .finally(() => (kept.refreshing = false))
      }
      return kept
    }
    const making = this.#making.get(key)
    // One that began before the last change may show what was before it: not for somebody who asks now.
    if (making && making.started === this.#event) return making.promise
    return this.#make(key, make)
  }

  #make(key: string, make: () => Promise<ResponseSource>): Promise<CachedResponse> {
    const started = this.#event
    const promise = make().then((made) => {
      const entry = new CachedResponse(made, performance.now())
      if (made.status === 200 && made.keep !== false && !this.#changedSince(started, entry.tags))
        this.#keep(key, entry)
      else if (made.status === 404 && this.#event === started) this.#keepAbsent(key, entry)
      return entry
    })
    const making = { started, promise }
    this.#making.set(key, making)
    const done = () => {
      if (this.#making.get(key) === making) this.#making.delete(key)
    }
    promise.then(done, done)
    return promise
  }

  #changedSince(event: number, tags: ReadonlySet<string>): boolean {
    if (this.#allStaleAt > event) return true
    for (const tag of tags) if ((this.#staleAt.get(tag) ?? 0) > event) return true
    return false
  }

  #keep(key: string, entry: CachedResponse): void {
    const former = this.#entries.get(key)
    if (former) {
      entry.inherit(former)
      this.#drop(key)
    }
    this.#entries.set(key, entry)
    entry.used = entry.spared = ++this.#tick
    this.#size += reckoned(key, entry)
    if (this.#size > this.#limit) this.#makeRoom()
  }

  #keepAbsent(key: string, entry: CachedResponse): void {
    const size = reckoned(key, entry)
    const former = this.#absent.get(key)
    if (former) this.#absentSize -= reckoned(key, former)
    else if (this.#absent.size >= mostAbsent) this.#dropAbsent()
    if (this.#absentSize + size > absentBytes) this.#dropAbsent()
    this.#absent.set(key, entry)
    this.#absentSize += size
  }

  #dropAbsent(): void {
    this.#absent.clear()
    this.#absentSize = 0
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= reckoned(key, entry)
  }

  /** The oldest go, but for those used since they were passed over: a little at a time, because nobody waits for a sort. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#size <= this.#limit) return
      if (entry.used === entry.spared) this.#drop(key)
      else {
        entry.spared = entry.used
        this.#entries.delete(key)
        this.#entries.set(key, entry)
      }
    }
  }

  /** Drops what was made from any of `tags`. */
  invalidate(tags: readonly string[]): void {
    if (tags.includes('all')) return this.invalidateAll()
    this.#event++
    this.#dropAbsent()
    if (this.#staleAt.size > 50_000) {
      this.#staleAt.clear()
      this.#allStaleAt = this.#event
    }
    for (const tag of tags) this.#staleAt.set(tag, this.#event)
    for (const [key, entry] of this.#entries) {
      if (tags.some((tag) => entry.tags.has(tag))) this.#drop(key)
    }
  }

  /** Drops everything. */
  invalidateAll(): void {
    this.#allStaleAt = ++this.#event
    this.#dropAbsent()
    this.#entries.clear()
    this.#size = 0
  }
}

/**
 * Bytes that an answer takes, known before its compressed forms are: both together are half a body, and the
 * object it was written from is about two.
 */
function reckoned(key: string, { made }: CachedResponse): number {
  return made.body.length * (made.value === undefined ? 1.5 : 3.5) + key.length + 1_024
}
