import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/**
 * S3. When period `n` begins, 0 being the first: the anchor and `n` months, by the calendar and the clock of Seoul. Where
 * a month is too short it is its last day, and the month after has the anchor's day again: each is reckoned from the
 * anchor, none from the one before.
 * @param anchor the instant at which the first period began.
 */
export function periodStart(anchor: Date, n: number): Date {
  const there = new Date(anchor.getTime() + seoulUtcOffsetMs)
  const [year, month] = [there.getUTCFullYear(), there.getUTCMonth() + n]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  // Sets the day and leaves the time of day alone.
  there.setUTCFullYear(year, month, Math.min(there.getUTCDate(), lastDay))
  return new Date(there.getTime() - seoulUtcOffsetMs)
}

/** The number of the period in which `at` lies; a period ends where the next begins. 0 for anything before the anchor. */
export function periodIndexAt(anchor: Date, at: Date): number {
  const months = (instant: Date) => {
    const there = new Date(instant.getTime() + seoulUtcOffsetMs)
    return there.getUTCFullYear() * 12 + there.getUTCMonth()
  }
  const n = months(at) - months(anchor)
  // In the month of `at` the period may not have turned yet.
  return Math.max(0, periodStart(anchor, n) > at ? n - 1 : n)
}
