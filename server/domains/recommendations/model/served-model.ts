import type { AgeLimit } from '#contract/core/age-limits.ts'
import type { Neighbours } from './neighbours.ts'
import { createScorer, type Signal } from './profile-scores.ts'

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
