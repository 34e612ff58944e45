/** Korea's days, which both sides reckon by. Without summer time since 1988, a day begins at 15:00 UTC. */

/** How far clocks in Seoul are ahead of UTC, in ms. */
export const seoulUtcOffsetMs = 9 * 3_600_000

const dayLong = 86_400_000

/** The day in Seoul that an instant falls on, `2026-11-21`. */
export const seoulDate = (instant: Date | number | string): string =>
  new Date(new Date(instant).getTime() + seoulUtcOffsetMs).toISOString().slice(0, 10)

/** So many days later, earlier below 0. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLong).toISOString().slice(0, 10)
