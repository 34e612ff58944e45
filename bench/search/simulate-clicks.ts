/** Simulates clicks with known truth, and measures the gain of ordering results by them. */
import {
  type ClickSums,
  clickWeight,
  orderByClicks,
} from '#server/domains/search/clicks/click-policy.ts'
import { matchKinds, rankOf } from '#server/domains/search/title-index/match-ranking.ts'
import { seeded } from './search-queries.ts'

export type SimulationOptions = {
  queries: number
  /** Searches of each query. */
  searches: number
  seed: number
  /** `positions`: visitors click whatever they look at, so that nothing can be learned. */
  follows: 'wants' | 'positions'
  /** The probability that position `at` from 0 is looked at. */
  looks?: (at: number) => number
}

export type Quality = { ndcg: number; mrr: number }

const shownResults = 12
/** Rounds after which the order follows the clicks so far. */
const rounds = 8
/** The share of visitors who want each of the wanted works. */
const wantedShares = [0.6, 0.25, 0.15]

/** The order of each query before and after visitors clicked, by which works they want. Wanted works stand anywhere. */
export function simulateClicks({
  queries,
  searches,
  seed,
  follows,
  looks = (at) => 1 / (at + 1),
}: SimulationOptions): { before: Quality; after: Quality } {
  const random = seeded(seed)
  const before: Quality = { ndcg: 0, mrr: 0 }
  const after: Quality = { ndcg: 0, mrr: 0 }
  for (let query = 0; query < queries; query++) {
    const rank = rankOf(matchKinds.begins, false)
    const hits = Array.from({ length: shownResults }, (_, at) => ({
      kind: 'series' as const,
      id: at + 1,
      rank,
    }))
    const wanted = new Map<number, number>()
    while (wanted.size < wantedShares.length) {
      const id = 1 + Math.floor(random() * shownResults)
      if (!wanted.has(id)) wanted.set(id, wantedShares[wanted.size]!)
    }
    const clicks = new Map<number, ClickSums>()
    let shown = hits
    for (let round = 0; round < rounds; round++) {
      for (let search = 0; search < searches / rounds; search++) {
        const position = clickedPosition(shown, { wanted, looks, random, follows })
        if (position === undefined) continue
        const { id } = shown[position]!
        const sums = clicks.get(id) ?? { clicks: 0, weight: 0, squares: 0 }
        const weight = clickWeight(position)
        clicks.set(id, {
          clicks: sums.clicks + 1,
          weight: sums.weight + weight,
          squares: sums.squares + weight ** 2,
        })
      }
      shown = orderByClicks(hits, clicks)
    }
    for (const [quality, order] of [
      [before, hits],
      [after, shown],
    ] as const) {
      const gains = order.map(({ id }) => wanted.get(id) ?? 0)
      quality.mrr += gains.reduce((sum, gain, at) => sum + gain / (at + 1), 0) / queries
      quality.ndcg += discounted(gains) / discounted(wantedShares) / queries
    }
  }
  return { before, after }
}

/** The click of one visitor, who wants one work and looks at results from the first, if there is one. */
function clickedPosition(
  shown: readonly { id: number }[],
  {
    wanted,
    looks,
    random,
    follows,
  }: Required<Pick<SimulationOptions, 'looks' | 'follows'>> & {
    wanted: ReadonlyMap<number, number>
    random: () => number
  },
): number | undefined {
  let target = 0
  let share = random()
  for (const [id, part] of wanted) if ((share -= part) < 0 && target === 0) target = id
  for (const [at, { id }] of shown.entries()) {
    const isClicked = follows === 'wants' ? id === target : random() < 0.3
    if (random() < looks(at) && isClicked) return at
  }
  return undefined
}

const discounted = (gains: readonly number[]) =>
  gains.slice(0, 10).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
