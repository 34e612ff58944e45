import type { AgeLimit } from '#contract/core/age-limits.ts'
import type { Neighbours } from './neighbours.ts'

/** A row of the model: works are ids. */
export type WorkNeighbours = {
  series_id: number
  neighbour_ids: number[]
  weights: number[]
  credit_ids: number[]
}

/** The works that profiles with an age limit watched most, the most watched first. */
export type AgeGroup = { age_limit: AgeLimit; series_ids: number[] }

/** The works recommended after a work: `items` and `credits` are numbers of the model, see `ids`. */
type LoadedNeighbours = Neighbours & { credits: Int32Array }

/**
 * The model in memory, 8 bytes a neighbour. Works are numbered without gaps, so that scores fit into an array.
 */
export type ServedModel = {
  /** The ids of the works by their numbers. */
  ids: readonly number[]
  neighboursOf(series_id: number): LoadedNeighbours | undefined
  /** The works that profiles of an age limit watch most; empty without enough of them. */
  watchedMost(age_limit: AgeLimit): readonly number[]
  /** The ids of the best works after `signals`, the latest signal first. */
  recommend(signals: readonly { series_id: number; strength: number }[], most: number): number[]
}

/** Numbers the works of rows as they are added. */
export function createModelBuilder() {
  const ids: number[] = []
  const items = new Map<number, number>()
  const neighbours: LoadedNeighbours[] = []
  const ageGroups = new Map<AgeLimit, readonly number[]>()
  const toItem = (id: number) => {
    let item = items.get(id)
    if (item === undefined) {
      item = ids.push(id) - 1
      items.set(id, item)
    }
    return item
  }
  return {
    add({ series_id, neighbour_ids, weights, credit_ids }: WorkNeighbours): void {
      neighbours[toItem(series_id)] = {
        items: Int32Array.from(neighbour_ids, toItem),
        weights: Float32Array.from(weights),
        credits: Int32Array.from(credit_ids, toItem),
      }
    },
    addAgeGroup({ age_limit, series_ids }: AgeGroup): void {
      ageGroups.set(age_limit, series_ids)
    },
    build(): ServedModel {
      const score = createScorer(ids.length, (item) => neighbours[item])
      return {
        ids,
        neighboursOf(series_id) {
          const item = items.get(series_id)
          return item === undefined ? undefined : neighbours[item]
        },
        watchedMost: (age_limit) => ageGroups.get(age_limit) ?? [],
        recommend(signals, most) {
          const known: Signal[] = []
          for (const { series_id, strength } of signals) {
            const item = items.get(series_id)
            if (item !== undefined) known.push({ item, strength })
          }
          return score(known, most).map(({ item }) => ids[item]!)
        },
      }
    },
  }
}

/** A work that a profile liked or refused. */
type Signal = {
  item: number
  /** 1 for a liked work, less for one that was only begun, negative for one that was refused or dropped. */
  strength: number
}

type ScoredItem = { item: number; score: number }

/**
 * The weight of a signal by its position, latest first: last month's taste predicts the next work better than last
 * year's. Exponents of 0.5 to 0.8 differ by 0.001 NDCG@10.
 */
const recencyExponent = 0.7

/** The factor of the signal at `place`, 0 for the latest. */
export const recencyWeight = (place: number) => (place + 1) ** -recencyExponent

/**
 * Creates a function that scores the neighbours of a profile's signals, the latest first. It returns at most `most` items with a
 * positive score that are no signals themselves, the best first. Its arrays serve all calls, because a home sums up thousands of
 * neighbours.
 * @param itemCount items are numbers below it
 */
export function createScorer(
  itemCount: number,
  neighboursOf: (item: number) => Neighbours | undefined,
): (signals: readonly Signal[], most: number) => ScoredItem[] {
  const scores = new Float64Array(itemCount)
  return (signals, most) => {
    scores.fill(0)
    for (let place = 0; place < signals.length; place++) {
      const { item, strength } = signals[place]!
      const neighbours = strength === 0 ? undefined : neighboursOf(item)
      if (!neighbours) continue
      const factor = strength * recencyWeight(place)
      const { items, weights } = neighbours
      for (let index = 0; index < items.length; index++)
        scores[items[index]!]! += factor * weights[index]!
    }
    for (const { item } of signals) scores[item] = 0
    return selectBest(scores, most)
  }
}

/** The best positive scores, by insertion: few of thousands are among the best so far. Equal ones are in the order of items. */
function selectBest(scores: Float64Array, most: number): ScoredItem[] {
  const best: ScoredItem[] = []
  let lowest = 0
  for (let item = 0; item < scores.length; item++) {
    const score = scores[item]!
    if (score <= lowest) continue
    let place = best.length === most ? most - 1 : best.length
    for (; place > 0 && best[place - 1]!.score < score; place--) best[place] = best[place - 1]!
    best[place] = { item, score }
    if (best.length === most) lowest = best[most - 1]!.score
  }
  return best
}
