/** The clicks by which suggestions are ordered: those on the results of all queries that begin with the typed text. */
import { toKeystrokes } from '../title-index/keystrokes.ts'
import type { ClickSums, LearnedClicks } from './click-policy.ts'

/** Prefixes whose sums are kept until the clicks are read again. */
const maxSums = 10_000

/** The keystrokes of a text as a string: those of `오징ㅇ` begin those of 오징어. */
const keysOf = (text: string) => String.fromCharCode(...toKeystrokes(text).codes)

/** Sums the clicks on queries by the keystrokes with which they begin. */
export class SuggestionClicks {
  /** The learned queries in the order of their keystrokes. */
  readonly #queries: { keys: string; works: ReadonlyMap<number, ClickSums> }[]
  /** The sums of the prefixes that were looked up. */
  readonly #sums = new Map<string, ReadonlyMap<number, ClickSums> | undefined>()

  constructor(learned: LearnedClicks) {
    this.#queries = [...learned]
      .map(([prefix, works]) => ({ keys: keysOf(prefix), works }))
      .sort((a, b) => (a.keys < b.keys ? -1 : a.keys > b.keys ? 1 : 0))
  }

  get size(): number {
    return this.#queries.length
  }

  /**
   * The sums of the clicks on each work, by id; undefined if no query begins with the text.
   * @param prefix a `clickPrefix`.
   */
  get(prefix: string): ReadonlyMap<number, ClickSums> | undefined {
    const keys = keysOf(prefix)
    if (keys === '') return undefined
    if (this.#sums.size > maxSums) this.#sums.clear()
    if (!this.#sums.has(keys)) this.#sums.set(keys, this.#sumOf(keys))
    return this.#sums.get(keys)
  }

  #sumOf(keys: string): ReadonlyMap<number, ClickSums> | undefined {
    const sums = new Map<number, ClickSums>()
    for (let at = this.#firstFrom(keys); this.#queries[at]?.keys.startsWith(keys); at++)
      for (const [work, { clicks, weight, squares }] of this.#queries[at]!.works) {
        const sum = sums.get(work)
        sums.set(work, {
          clicks: (sum?.clicks ?? 0) + clicks,
          weight: (sum?.weight ?? 0) + weight,
          squares: (sum?.squares ?? 0) + squares,
        })
      }
    return sums.size > 0 ? sums : undefined
  }

  /** The first query whose keystrokes are at or behind `keys`. */
  #firstFrom(keys: string): number {
    let low = 0
    let high = this.#queries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#queries[middle]!.keys < keys) low = middle + 1
      else high = middle
    }
    return low
  }
}
