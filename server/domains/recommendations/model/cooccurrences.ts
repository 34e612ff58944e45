/** Counts of pairs of works that the same profiles liked, over a stream of profiles. */
export type Cooccurrences = {
  itemCount: number
  /** Number of profiles, by item. */
  counts: Float64Array
  /** The lower triangle by rows, diagonal included: see `pairIndex`. */
  pairs: Float32Array
  /** @param items the distinct items of a profile, in any order. */
  add(items: ArrayLike<number>): void
}

/**
 * A profile of this many works has weight 1. Longer profiles weigh less, shorter ones more: otherwise the few longest
 * profiles, which contain almost everything, decide most pairs.
 */
const referenceLength = 14
const lengthExponent = 0.8

/** The index of a pair in `pairs`, for `row >= column`. */
export const pairIndex = (row: number, column: number) => (row * (row + 1)) / 2 + column

/** Memory: 2 bytes times the square of `itemCount`, 200 MB for 10,000 items. */
export function createCooccurrences(
  itemCount: number,
  { weighted = true }: { weighted?: boolean } = {},
): Cooccurrences {
  const counts = new Float64Array(itemCount)
  const pairs = new Float32Array((itemCount * (itemCount + 1)) / 2)
  return {
    itemCount,
    counts,
    pairs,
    add(items) {
      const sorted = Int32Array.from(items).sort()
      const weight = weighted ? (sorted.length / referenceLength) ** -lengthExponent : 1
      for (const [index, row] of sorted.entries()) {
        counts[row]! += 1
        // A profile with one work has no pairs.
        if (sorted.length < 2) continue
        const offset = pairIndex(row, 0)
        for (let other = 0; other <= index; other++) pairs[offset + sorted[other]!]! += weight
      }
    },
  }
}
