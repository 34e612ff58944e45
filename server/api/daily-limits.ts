import { seoulDate } from '#contract/core/seoul-time.ts'
import { type DailyLimit, memoryLimits } from './limits.ts'

/** Keys of the largest set; above it the oldest are forgotten. */
const maxKeys = 100_000

/**
 * Bounds what one person or network adds to a figure on a day in Seoul. Only in the memory of this process, so that nothing is
 * stored with who did it.
 */
export function createDailyLimits() {
  let day = ''
  let counts = new Map<string, number>()
  return {
    /** Whether an action counts: for none of its subjects too often. */
    accept(uses: readonly (readonly [DailyLimit, subject: string])[], now: Date): boolean {
      const today = seoulDate(now)
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
    },
  }
}
