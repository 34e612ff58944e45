import { type Cooccurrences, pairIndex } from './cooccurrences.ts'
import { invertPositiveDefinite } from './invert-matrix.ts'

/** Weights between the works that are in the model, as a dense matrix of `items.length` rows. */
export type LinearWeights = {
  /** The items of the rows and columns. */
  items: Int32Array
  /** The weight of liking `row` for recommending `column`. */
  weights: Float64Array
}

/** The ridge penalty in profiles of weight 1; chosen on validation splits, where 250 to 600 differ by 0.001 NDCG@10. */
const defaultPenalty = 400

/**
 * EASE (Steck 2019, doi:10.1145/3308558.3313710): the linear model without self-similarity, in closed form. With G the matrix of
 * pairs and P = (G + λI)⁻¹ the weights are −P[i][j] / P[j][j].
 * @param maxItems the most liked items are used; time grows with the cube, memory (8 bytes a pair) with the square.
 */
export function fitLinearWeights(
  { counts, pairs }: Cooccurrences,
  { penalty = defaultPenalty, maxItems }: { penalty?: number; maxItems: number },
): LinearWeights {
  const items = mostLiked(counts, maxItems)
  const n = items.length
  const weights = new Float64Array(n * n)
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++)
      weights[row * n + column] = pairs[pairIndex(items[row]!, items[column]!)]!
    weights[row * n + row]! += penalty
  }
  invertPositiveDefinite(weights, n)
  const scales = Float64Array.from(items, (_, row) => -1 / weights[row * n + row]!)
  for (let row = 0; row < n; row++) {
    weights[row * n + row] = 0
    for (let column = 0; column < row; column++) {
      const inverse = weights[row * n + column]!
      weights[row * n + column] = inverse * scales[column]!
      weights[column * n + row] = inverse * scales[row]!
    }
  }
  return { items, weights }
}

/** The items with a count, the most liked `most` of them, in ascending order. */
function mostLiked(counts: Float64Array, most: number): Int32Array {
  const liked = Array.from(counts.keys()).filter((item) => counts[item]! > 0)
  liked.sort((a, b) => counts[b]! - counts[a]! || a - b)
  return Int32Array.from(liked.slice(0, most)).sort()
}
