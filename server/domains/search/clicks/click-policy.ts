/**
 * Derives an order of results from clicks. People look at the first results most, so a click counts by the inverse of the
 * probability that its position is looked at. Clicks that only follow the positions then weigh the same for each work, and
 * change nothing.
 */
import { matchKindOf, matchKinds } from '../title-index/match-ranking.ts'

/** Letters of a query that are counted. */
const prefixLengths = { min: 2, max: 10 }
/** Results whose clicks count, and whose order clicks change. */
export const learnedResults = 20
/** Places that a result rises at most. */
export const maxRise = 5
/** Clicks, decayed, from which on a work rises. */
export const minClicks = 5
/** Networks that must have clicked on a work on one day before it rises. */
export const minNetworks = 3
/** Standard errors between the clicks of two works, on both sides, from which on one of them is preferred. */
const certainty = 1.5

/** After this time a click counts half. */
export const halfLifeDays = 14

/** The decayed sums of the clicks on a work. */
export type ClickSums = { clicks: number; weight: number; squares: number }
/** By the prefix of the query, and by the id of the work. */
export type LearnedClicks = ReadonlyMap<string, ReadonlyMap<number, ClickSums>>

/** The key by which the clicks of a query are counted; null if it has too few letters. */
export function clickPrefix(q: string): string | null {
  const letters = q
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
  const prefix = Array.from(letters).slice(0, prefixLengths.max)
  return prefix.length < prefixLengths.min ? null : prefix.join('')
}

/**
 * The weight of a click at a position from 0: the inverse of the probability that it is looked at, 1 / (position + 1), as in
 * Joachims et al., Unbiased Learning-to-Rank with Biased Feedback (2017).
 */
export const clickWeight = (position: number): number => position + 1

const noClicks: ClickSums = { clicks: 0, weight: 0, squares: 0 }

/** Whether the clicks on one work are more than those on another by more than chance, at these positions. */
function isPreferred(a: ClickSums, b: ClickSums, otherPosition: number): boolean {
  if (a.clicks < minClicks) return false
  const least = a.weight - certainty * Math.sqrt(a.squares)
  // One more click may come at any time.
  const most = b.weight + certainty * Math.sqrt(b.squares + clickWeight(otherPosition) ** 2)
  return least > most
}

type Ranked = { kind: 'series' | 'person'; id: number; rank: number }

/** Whether the query is the name of a result; such a result is passed by no other. */
const isExactName = ({ rank }: Ranked) => matchKindOf(rank) === matchKinds.whole

/** The first results of a query in the order that clicks prefer. Each rises by at most `maxRise` places. */
export function orderByClicks<T extends Ranked>(
  hits: readonly T[],
  clicks: ReadonlyMap<number, ClickSums>,
): T[] {
  const sumsOf = ({ kind, id }: T) => (kind === 'series' && clicks.get(id)) || noClicks
  const ordered = hits.slice(0, learnedResults)
  for (const [position, hit] of hits.slice(0, learnedResults).entries()) {
    let to = ordered.indexOf(hit)
    while (to > 0 && position - to < maxRise) {
      const before = ordered[to - 1]!
      if (isExactName(before) && !isExactName(hit)) break
      if (!isPreferred(sumsOf(hit), sumsOf(before), hits.indexOf(before))) break
      ordered[to] = before
      ordered[--to] = hit
    }
  }
  return [...ordered, ...hits.slice(learnedResults)]
}
