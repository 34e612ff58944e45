/** Simple recommenders that the served model is compared with. */
import { dayMs } from '#contract/core/seoul-time.ts'
import {
  type Cooccurrences,
  pairIndex,
} from '#server/domains/recommendations/model/cooccurrences.ts'

/** After this many days a view or rating counts half. */
const defaultHalfLifeDays = 700

/** Sums the events of each item before `now` (ms), weighted by age. */
export function decayedPopularity(
  events: Iterable<{ item: number; at: number }>,
  itemCount: number,
  { now, halfLifeDays = defaultHalfLifeDays }: { now: number; halfLifeDays?: number },
): Float64Array {
  const scores = new Float64Array(itemCount)
  for (const { item, at } of events)
    if (at <= now) scores[item]! += 2 ** (-(now - at) / (halfLifeDays * dayMs))
  return scores
}

/** The cosines between works over profiles. */
export function cosineNeighbours({ itemCount, pairs }: Cooccurrences, item: number): Float64Array {
  const norm = (other: number) => pairs[pairIndex(other, other)]!
  return Float64Array.from({ length: itemCount }, (_, other) => {
    if (other === item || norm(other) === 0 || norm(item) === 0) return 0
    return (
      pairs[pairIndex(Math.max(item, other), Math.min(item, other))]! /
      Math.sqrt(norm(item) * norm(other))
    )
  })
}
