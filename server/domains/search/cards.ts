import type { FoundSeries } from '#contract/search.ts'
import type { Db } from '#server/db/client.ts'
import { readFound } from './queries.ts'

export type Cards = {
  /** The visible works among `ids`. */
  read(db: Db, ids: readonly number[]): Promise<Map<number, FoundSeries>>
  /** Something in the catalogue was edited, or may have been. */
  forget(): void
}

/** About a kilobyte each. */
const mostKept = 10_000
/** As old as a prepared answer may be, in ms: figures move and tell nobody. */
const longestKept = 30_000

/**
 * Works as results show them, of those shown lately: what is most watched is in most results. Kept as prepared answers
 * are: forgotten with every edit, and what was being read when an edit was told of is not kept.
 */
export function createCards(): Cards {
  let kept = new Map<number, { card: FoundSeries; until: number }>()
  let edits = 0
  return {
    async read(db, ids) {
      const now = performance.now()
      const cards = new Map<number, FoundSeries>()
      const missing: number[] = []
      for (const id of new Set(ids)) {
        const one = kept.get(id)
        if (one && one.until > now) cards.set(id, one.card)
        else missing.push(id)
      }
      const before = edits
      for (const card of await readFound(db, missing)) {
        cards.set(card.id, card)
        if (edits !== before) continue
        if (kept.size >= mostKept) kept.clear()
        kept.set(card.id, { card, until: now + longestKept })
      }
      return cards
    },
    forget() {
      edits++
      kept = new Map()
    },
  }
}
