/** The quality of rankings over users: the share of a perfect list, and of the works that follow, among the first. */
export type RankingQuality = {
  ndcg10: number
  recall10: number
  recall20: number
  /** Share of all items that are among the first ten of at least one user. */
  coverage: number
  /** Mean of 1 − similarity over the pairs among the first ten. */
  diversity: number
}

const discount = (place: number) => 1 / Math.log2(place + 2)

/** Normalized discounted cumulative gain of the first `count` of a ranking. */
export function ndcgAt(
  count: number,
  ranking: readonly number[],
  relevant: ReadonlySet<number>,
): number {
  let gain = 0
  for (const [place, item] of ranking.slice(0, count).entries())
    if (relevant.has(item)) gain += discount(place)
  let ideal = 0
  for (let place = 0; place < Math.min(count, relevant.size); place++) ideal += discount(place)
  return gain / ideal
}

/** The share of `relevant` among the first `count`. */
export function recallAt(
  count: number,
  ranking: readonly number[],
  relevant: ReadonlySet<number>,
): number {
  return ranking.slice(0, count).filter((item) => relevant.has(item)).length / relevant.size
}

/**
 * @param users each with its scores of all items, the known items, which are not ranked, and the relevant ones.
 * @param similarity of two items, 0 to 1.
 */
export function measureRanking(
  users: readonly { scores: Float64Array; known: readonly number[]; next: readonly number[] }[],
  similarity: (item: number, other: number) => number,
): RankingQuality {
  const sums = { ndcg10: 0, recall10: 0, recall20: 0, diversity: 0 }
  const shown = new Set<number>()
  let itemCount = 0
  for (const { scores, known, next } of users) {
    itemCount = scores.length
    const excluded = new Set(known)
    const relevant = new Set(next)
    const ranking = Array.from(scores.keys())
      .filter((item) => !excluded.has(item))
      .sort((a, b) => scores[b]! - scores[a]! || a - b)
    sums.ndcg10 += ndcgAt(10, ranking, relevant)
    sums.recall10 += recallAt(10, ranking, relevant)
    sums.recall20 += recallAt(20, ranking, relevant)
    const first = ranking.slice(0, 10)
    for (const item of first) shown.add(item)
    let pairs = 0
    let distance = 0
    for (const [place, item] of first.entries())
      for (const other of first.slice(place + 1)) {
        pairs++
        distance += 1 - similarity(item, other)
      }
    sums.diversity += distance / Math.max(1, pairs)
  }
  const mean = (sum: number) => sum / users.length
  return {
    ndcg10: mean(sums.ndcg10),
    recall10: mean(sums.recall10),
    recall20: mean(sums.recall20),
    coverage: shown.size / itemCount,
    diversity: mean(sums.diversity),
  }
}
