import { seoulDate } from '#contract/core/seoul-time.ts'
import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import { type DailyLimit, memoryLimits } from './limits.ts'

type Use = readonly [DailyLimit, subject: string]

/** Keys of the largest set; above it the oldest are forgotten. */
const maxKeys = 100_000

/**
 * Bounds what one person or network adds to a figure on a day in Seoul, in `shared` counts of all servers or in the memory of this
 * process, so that nothing is stored for longer with who did it.
 */
export function createDailyLimits(shared?: SharedCounts) {
  let day = ''
  let counts = new Map<string, number>()
  function acceptHere(uses: readonly Use[], today: string): boolean {
    if (today !== day) [day, counts] = [today, new Map()]
    const limits = uses.map(([name, subject]) => ({
      key: `${name} ${subject}`,
      most: memoryLimits[name].times,
    }))
    if (limits.some(({ key, most }) => (counts.get(key) ?? 0) >= most)) return false
    for (const { key } of limits) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (counts.size > maxKeys) counts.delete(counts.keys().next().value!)
    }
    return true
  }

  /** A subject whose limit is reached can add nothing today, so one that was counted before it loses nothing. */
  async function acceptShared(uses: readonly Use[], today: string, counts: SharedCounts) {
    for (const [name, subject] of uses)
      if ((await counts.spend(`${name}:${today}:${subject}`, 1, memoryLimits[name])) > 0)
        return false
    return true
  }

  return {
    /** Whether an action counts: for none of its subjects too often. */
    async accept(uses: readonly Use[], now: Date): Promise<boolean> {
      const today = seoulDate(now)
      if (!shared) return acceptHere(uses, today)
      return acceptShared(uses, today, shared).catch(() => acceptHere(uses, today))
    },
  }
}
