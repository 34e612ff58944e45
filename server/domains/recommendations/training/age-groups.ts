import type { AgeLimit } from '#contract/core/age-limits.ts'
import type { AgeGroup } from '../model/served-model.ts'

/** Days of watching that count. */
export const ageGroupDays = 30
/** A group with fewer viewers has no row: its works would be the taste of a few, and their viewers easy to guess. */
const minGroupViewers = 20
/** A work of a group needs as many viewers, more than a usual household has profiles for children. */
const minWorkViewers = 5
/** Twice the candidates of a row, because the profile may know some and may not see others. */
const maxWorks = 60

/** Viewers of a work within a part of the profiles with a limit; without a work, all viewers of that part. */
export type ViewerCount = { age_limit: AgeLimit; series_id: number | null; viewers: number }

/** Sums up viewers over disjoint parts of the profiles. See decisions/0024-recommendations. */
export function createAgeGroups() {
  const groups = new Map<AgeLimit, { viewers: number; works: Map<number, number> }>()
  return {
    add(counts: readonly ViewerCount[]): void {
      for (const { age_limit, series_id, viewers } of counts) {
        const group = groups.get(age_limit) ?? { viewers: 0, works: new Map() }
        groups.set(age_limit, group)
        if (series_id === null) group.viewers += viewers
        else group.works.set(series_id, (group.works.get(series_id) ?? 0) + viewers)
      }
    },
    /** @returns the groups with enough viewers. */
    list(): AgeGroup[] {
      return [...groups].flatMap(([age_limit, { viewers, works }]) => {
        if (viewers < minGroupViewers) return []
        const series_ids = [...works.keys()]
          .filter((id) => works.get(id)! >= minWorkViewers)
          .sort((a, b) => works.get(b)! - works.get(a)! || a - b)
          .slice(0, maxWorks)
        return series_ids.length > 0 ? { age_limit, series_ids } : []
      })
    },
  }
}
