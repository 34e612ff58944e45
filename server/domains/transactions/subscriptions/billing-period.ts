import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/**
 * Returns the start of period `n` (0 is the first): `n` calendar months after the anchor, in Seoul time. Every start is
 * computed from the anchor, so a short month uses its last day and the next month returns to the anchor's day.
 * @param anchor billing cycle anchor: the start of the first period.
 */
export function periodStart(anchor: Date, n: number): Date {
  const seoulTime = new Date(anchor.getTime() + seoulUtcOffsetMs)
  const [year, month] = [seoulTime.getUTCFullYear(), seoulTime.getUTCMonth() + n]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  // Changes the date and keeps the time of day.
  seoulTime.setUTCFullYear(year, month, Math.min(seoulTime.getUTCDate(), lastDay))
  return new Date(seoulTime.getTime() - seoulUtcOffsetMs)
}

/** Returns the index of the period that contains `at`; 0 before the anchor. Periods are half-open. */
export function periodIndexAt(anchor: Date, at: Date): number {
  const months = (instant: Date) => {
    const seoulTime = new Date(instant.getTime() + seoulUtcOffsetMs)
    return seoulTime.getUTCFullYear() * 12 + seoulTime.getUTCMonth()
  }
  const n = months(at) - months(anchor)
  // `at` may precede the start of the period that begins in its month.
  return Math.max(0, periodStart(anchor, n) > at ? n - 1 : n)
}
