import { seoulDate } from '#contract/core/seoul-time.ts'
import type { VisitorKeys } from '#server/shared/visitor-keys.ts'

/** Clicks of a network that count for one work and query on a day, as for searches (D-39). */
const clicksOfNetwork = 5
/** Keys of the largest set; above it the oldest are forgotten. */
const maxKeys = 100_000

/** A click of a visitor, or of a member by id. */
export type Click = {
  clicker: number
  network: VisitorKeys['network'] | null
  prefix: string
  series_id: number
}

/**
 * Bounds what one person or network counts: each person once a day for a query and a work. Only in the memory of this process,
 * so that no click is stored with who made it.
 */
export function createClickLimits() {
  let day = ''
  let counts = new Map<string, number>()
  const take = (key: string, most: number) => {
    const count = counts.get(key) ?? 0
    if (count >= most) return false
    counts.set(key, count + 1)
    if (counts.size > maxKeys) counts.delete(counts.keys().next().value!)
    return true
  }
  return {
    /** Whether a click counts. */
    accept({ clicker, network, prefix, series_id }: Click, now: Date): boolean {
      const today = seoulDate(now)
      if (today !== day) [day, counts] = [today, new Map()]
      const about = `${series_id} ${prefix}`
      return (
        take(`clicker ${clicker} ${about}`, 1) &&
        (network === null || take(`network ${network} ${about}`, clicksOfNetwork))
      )
    },
  }
}
