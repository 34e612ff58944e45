/** Calendar days in Korea. There is no daylight saving time since 1988, so a day begins at 15:00 UTC. */

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** UTC offset of Seoul in ms. */
export const seoulUtcOffsetMs = 9 * hourMs

/** Returns the date in Seoul of an instant, `2026-11-21`. */
export const seoulDate = (instant: Date | number | string): string =>
  new Date(new Date(instant).getTime() + seoulUtcOffsetMs).toISOString().slice(0, 10)

/** Adds days to a date; negative values subtract. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
