import { type PersonalRow, personalRowKinds } from '#contract/contents/recommendations.ts'
import type { ServedModel } from '../model/served-model.ts'
import { likedStrength, type WorkSignal } from '../signal-queries.ts'

/** A row of ids. `because_of` is the work that is its reason. */
export type PersonalRowIds = { kind: PersonalRow['kind']; because_of: number | null; ids: number[] }

/** Candidates of a row. Some are hidden from the profile or already in an earlier row. */
const maxCandidates = 30
const maxWorks = 15
/** The minimum length of a row, and the maximum number of rows of a kind. `again` may be shorter: the profile liked all of it. */
const limits: Readonly<Record<PersonalRow['kind'], { works: number; rows: number }>> = {
  taste: { works: 4, rows: 1 },
  because: { works: 4, rows: 2 },
  people: { works: 3, rows: 1 },
  again: { works: 3, rows: 1 },
}
/** Works are long ago after this time, in ms. */
const longAgo = 90 * 86_400_000
/** The number of latest signals that are used; older ones have negligible weight. */
const scoredSignals = 60
/** The latest liked works that may be the reason of a row. */
const maxReasons = 5

/**
 * Proposes rows from the signals of a profile. Works that it has watched, liked or refused are only in `again`.
 * @param signals the latest first
 * @param options.pinned works that come first in `taste`, where there is any
 * @param options.kinds the kinds to propose; all if left out
 */
export function proposeRows(
  signals: readonly WorkSignal[],
  model: ServedModel,
  now: Date,
  {
    pinned = [],
    kinds = personalRowKinds,
  }: { pinned?: readonly number[]; kinds?: readonly PersonalRow['kind'][] } = {},
): PersonalRowIds[] {
  const known = new Set(signals.map(({ series_id }) => series_id))
  const newIds = (items: Int32Array) => {
    const ids: number[] = []
    for (const item of items) {
      const id = model.ids[item]!
      if (!known.has(id)) ids.push(id)
      if (ids.length === maxCandidates) break
    }
    return ids
  }
  const taste = model.recommend(
    signals.map(({ series_id, strength }, place) => ({
      series_id,
      strength: place < scoredSignals ? Math.max(-1, Math.min(1.5, strength)) : 0,
    })),
    maxCandidates,
  )
  const first = taste.length > 0 ? pinned.filter((id) => !known.has(id)) : []
  const liked = signals.filter(({ strength }) => strength >= likedStrength)
  const reasons = liked.slice(0, maxReasons).flatMap(({ series_id }) => {
    const neighbours = model.neighboursOf(series_id)
    return neighbours ? [{ series_id, ...neighbours }] : []
  })
  const again = liked
    .filter(({ is_completed, at }) => is_completed && now.getTime() - at > longAgo)
    .toSorted((one, other) => other.strength - one.strength || other.at - one.at)
  const proposals: PersonalRowIds[] = [
    { kind: 'taste', because_of: null, ids: [...new Set([...first, ...taste])] },
    ...reasons.map(({ series_id, items }) => ({
      ...{ kind: 'because' as const, because_of: series_id, ids: newIds(items) },
    })),
    ...reasons.map(({ series_id, credits }) => ({
      ...{ kind: 'people' as const, because_of: series_id, ids: newIds(credits) },
    })),
    {
      ...{ kind: 'again' as const, because_of: null },
      ids: again.slice(0, maxCandidates).map(({ series_id }) => series_id),
    },
  ]
  return proposals.filter(({ kind }) => kinds.includes(kind))
}

/** The works that are proposed, and those that are reasons. */
export function listWorks(proposals: readonly PersonalRowIds[]): Set<number> {
  const works = new Set<number>()
  for (const { because_of, ids } of proposals) {
    if (because_of !== null) works.add(because_of)
    for (const id of ids) works.add(id)
  }
  return works
}

/**
 * Removes from each row the works that are hidden from the profile or in an earlier row, and drops rows that are too short.
 * @param isShown whether a work is public and within the limit of the profile
 */
export function selectRows(
  proposals: readonly PersonalRowIds[],
  isShown: (id: number) => boolean,
): PersonalRowIds[] {
  const used = new Set<number>()
  const rows: PersonalRowIds[] = []
  for (const { kind, because_of, ids } of proposals) {
    const limit = limits[kind]
    if (rows.filter((row) => row.kind === kind).length === limit.rows) continue
    if (because_of !== null && !isShown(because_of)) continue
    const own = ids.filter((id) => !used.has(id) && isShown(id)).slice(0, maxWorks)
    if (own.length < limit.works) continue
    for (const id of own) used.add(id)
    rows.push({ kind, because_of, ids: own })
  }
  return rows
}
