import { dayMs } from '#contract/core/seoul-time.ts'
import { type PersonalRow, personalRowKinds } from '#contract/recommendations/recommendations.ts'
import type { ServedModel } from '../model/served-model.ts'
import { likedStrength, type WorkSignal } from '../signal-queries.ts'

/** A row of ids. `because_of` is the work that is its reason. */
export type PersonalRowIds = { kind: PersonalRow['kind']; because_of: number | null; ids: number[] }

/** Candidates of a row that are in no earlier one. Some are hidden from the profile. */
const maxCandidates = 30
const maxWorks = 15
/** The minimum length of a row, and the maximum number of rows of a kind. `again` may be shorter: the profile liked all of it. */
const limits: Readonly<Record<PersonalRow['kind'], { works: number; rows: number }>> = {
  taste: { works: 4, rows: 1 },
  because: { works: 4, rows: 2 },
  people: { works: 3, rows: 1 },
  age_group: { works: 4, rows: 1 },
  again: { works: 3, rows: 1 },
}
/** Works are long ago after this time, in ms. */
const longAgo = 90 * dayMs
/** The number of latest signals that are used; older ones have negligible weight. */
const scoredSignals = 60
/** The latest liked works that may be the reason of a row. */
const maxReasons = 5

/** The inputs of a profile's rows other than its signals and the model. */
type RowOptions = {
  now: Date
  /** Works that come first in `taste`, where there is any. */
  pinned?: readonly number[]
  /** Works that profiles of its age limit watch most. */
  age_group?: readonly number[]
  /** The kinds to build; all if left out. */
  kinds?: readonly PersonalRow['kind'][]
  /** Whether a work is public and within the limit of the profile. */
  isShown(id: number): boolean
}

/**
 * Builds the rows of a profile. No work is in two rows. Works that it has watched, liked or refused are only in `again`. Rows that
 * are too short are left out.
 * @param signals the latest first
 */
export function buildRows(
  signals: readonly WorkSignal[],
  model: ServedModel,
  { now, pinned = [], age_group = [], kinds = personalRowKinds, isShown }: RowOptions,
): PersonalRowIds[] {
  const rows: PersonalRowIds[] = []
  /** Known works, and those of earlier rows. */
  const taken = new Set<number>()
  for (const { series_id } of signals) taken.add(series_id)

  /** Adds the row unless it is too short. @returns whether it was added. */
  function add(kind: PersonalRow['kind'], because_of: number | null, ids: number[]): boolean {
    if (ids.length < limits[kind].works) return false
    for (const id of ids) taken.add(id)
    rows.push({ kind, because_of, ids })
    return true
  }

  /** The first shown ones of the candidates that are not taken. `idOf` maps them to ids. */
  function choose(candidates: ArrayLike<number>, idOf?: readonly number[]): number[] {
    const ids: number[] = []
    let count = 0
    for (let index = 0; index < candidates.length; index++) {
      const id = idOf ? idOf[candidates[index]!]! : candidates[index]!
      if (taken.has(id)) continue
      count++
      if (isShown(id)) ids.push(id)
      if (ids.length === maxWorks || count === maxCandidates) break
    }
    return ids
  }

  if (kinds.includes('taste')) {
    const taste = model.recommend(signals.map(toScored), maxCandidates)
    const first = taste.length > 0 ? pinned : []
    add('taste', null, choose(first.length > 0 ? [...new Set([...first, ...taste])] : taste))
  }
  const liked = signals.filter(({ strength }) => strength >= likedStrength)
  const reasons = liked.slice(0, maxReasons)
  for (const kind of ['because', 'people'] as const) {
    let missing = kinds.includes(kind) ? limits[kind].rows : 0
    for (const { series_id } of reasons) {
      const neighbours = missing > 0 ? model.neighboursOf(series_id) : undefined
      if (!neighbours || !isShown(series_id)) continue
      const { items, credits } = neighbours
      if (add(kind, series_id, choose(kind === 'because' ? items : credits, model.ids))) missing--
    }
  }
  if (kinds.includes('age_group')) add('age_group', null, choose(age_group))
  if (kinds.includes('again')) {
    const again = liked
      .filter(({ is_completed, at }) => is_completed && now.getTime() - at > longAgo)
      .sort((a, b) => b.strength - a.strength || b.at - a.at)
      .slice(0, maxCandidates)
    const ids = again.map(({ series_id }) => series_id).filter(isShown)
    add('again', null, ids.slice(0, maxWorks))
  }
  return rows
}

const toScored = ({ series_id, strength }: WorkSignal, place: number) => ({
  series_id,
  strength: place < scoredSignals ? Math.max(-1, Math.min(1.5, strength)) : 0,
})
