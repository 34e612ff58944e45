import { type Cooccurrences, pairIndex } from './cooccurrences.ts'
import { addContentSimilarity, type ContentFeatures } from './content-features.ts'
import type { LinearWeights } from './linear-weights.ts'

/** Neighbours stored of a work. More than 100 change NDCG@10 by less than 0.001. */
export const neighboursPerWork = 100
/** Works of the linear model. Training time grows with the cube: 4,000 take about a minute, and 128 MB. */
export const maxLinearItems = 4_000

/** Works recommended after liking a work, the strongest first. */
export type Neighbours = { items: Int32Array; weights: Float32Array }

/**
 * The weight of similar content, in units of the linear weights, for works with many profiles and for new ones. Chosen on
 * validation splits. A new work has no linear weights: at `newWork`, its closest relatives rank beside strong neighbours.
 */
const contentWeights = { known: 0.015, newWork: 0.06 }
/** With this many profiles a work is halfway from new to known. */
const knownAfter = 20

/** The cosine of two works over profiles, beside those of the linear model: for works outside of it. */
const cosineWeight = 0.1
/** Added to both counts, so that two works seen once by the same profile are not alike. */
const cosineShrinkage = 20

type NeighbourSources = {
  cooccurrences: Cooccurrences
  linear: LinearWeights
  /** Without it, neighbours come from profiles alone. */
  content: ContentFeatures | undefined
}

/**
 * Calls `visit` with the neighbours of each work: those of the linear model, of shared profiles where a work is outside of it,
 * and of similar content. The weights that recommend a new work come from its content.
 * @param most the number of neighbours of a work
 */
export function visitNeighbours(
  { cooccurrences, linear, content }: NeighbourSources,
  most: number,
  visit: (item: number, neighbours: Neighbours) => void,
): void {
  const { itemCount, counts, pairs } = cooccurrences
  const positions = new Int32Array(itemCount).fill(-1)
  for (const [position, item] of linear.items.entries()) positions[item] = position
  const contentScales = Float64Array.from(
    counts,
    (count) =>
      contentWeights.known +
      ((contentWeights.newWork - contentWeights.known) * knownAfter) / (knownAfter + count),
  )
  const row = new Float64Array(itemCount)
  const hasTail = linear.items.length < itemCount
  for (let item = 0; item < itemCount; item++) {
    row.fill(0)
    if (content) {
      addContentSimilarity(content, item, row)
      for (let other = 0; other < itemCount; other++) row[other]! *= contentScales[other]!
    }
    const position = positions[item]!
    const offset = position * linear.items.length
    if (position >= 0)
      for (const [column, other] of linear.items.entries())
        row[other]! += linear.weights[offset + column]!
    if (hasTail)
      for (let other = 0; other < itemCount; other++) {
        if (other === item || (position >= 0 && positions[other]! >= 0)) continue
        const pair = pairs[pairIndex(Math.max(item, other), Math.min(item, other))]!
        if (pair > 0)
          row[other]! +=
            (cosineWeight * pair) /
            Math.sqrt((counts[item]! + cosineShrinkage) * (counts[other]! + cosineShrinkage))
      }
    visit(item, strongest(row, most))
  }
}

function strongest(row: Float64Array, most: number): Neighbours {
  const candidates: number[] = []
  for (let item = 0; item < row.length; item++) if (row[item]! > 0) candidates.push(item)
  candidates.sort((a, b) => row[b]! - row[a]! || a - b)
  const items = Int32Array.from(candidates.slice(0, most))
  return { items, weights: Float32Array.from(items, (item) => row[item]!) }
}
