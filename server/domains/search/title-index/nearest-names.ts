/** The names that share the most n-grams with a query that matches no name. */
import { ngramIds, writeNgrams } from './ngrams.ts'
import { isWithinAge, type Segment } from './index-segment.ts'
import type { QueryPlan } from './query-plan.ts'

/** N-grams in more names than this are skipped: they do not discriminate, and take time. */
const maxNames = 5_000
/** The least share of the n-grams of query and name that are the same. */
const minShare = 0.15

/** The works whose names share the most sequences of two or three keys with a query, the most similar first, by id. */
export function findNearest(
  segments: readonly Segment[],
  { codes, length }: QueryPlan,
  count: number,
  max_age: number | undefined,
): number[] {
  const grams = new Set<number>()
  for (let at = 0; at + 2 < length; at++)
    grams.add(ngramIds.keys3(codes[at]!, codes[at + 1]!, codes[at + 2]!))
  const scores = new Map<number, number>()
  for (const segment of segments)
    countShared(segment, grams, (name, shared) => {
      const keys = segment.a.starts[name + 1]! - segment.a.starts[name]! - 2
      const score = (2 * shared) / (grams.size + keys)
      if (score < minShare) return
      const entry = segment.a.owners[name]!
      if (segment.a.kinds[entry] !== 0 || segment.removed[entry]) return
      if (!isWithinAge(segment.a, entry, max_age)) return
      const id = segment.a.ids[entry]!
      if (score > (scores.get(id) ?? 0)) scores.set(id, score)
    })
  return [...scores]
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, count)
    .map(([id]) => id)
}

/** Visits each name that has one of `grams`, with their number. */
function countShared(
  segment: Segment,
  grams: ReadonlySet<number>,
  visit: (name: number, shared: number) => void,
): void {
  const { codes, flags, starts } = segment.a
  if (segment.isSmall) {
    for (let name = 0; name < segment.names; name++) {
      const own = writeNgrams(codes, flags, starts[name]!, starts[name + 1]!)
      let shared = 0
      for (const gram of new Set(own.grams.subarray(0, own.count))) if (grams.has(gram)) shared++
      if (shared > 0) visit(name, shared)
    }
    return
  }
  const counts = new Uint8Array(segment.names)
  const names: number[] = []
  for (const gram of grams)
    if (segment.count(gram) <= maxNames)
      for (const name of segment.namesWith(gram)) if (counts[name]!++ === 0) names.push(name)
  for (const name of names) visit(name, counts[name]!)
}
