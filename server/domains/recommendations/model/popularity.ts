/** After this many days a view or rating counts half. */
const defaultHalfLifeDays = 700
const dayMs = 86_400_000

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
