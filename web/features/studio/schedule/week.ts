import { addDays, seoulDate, seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'

/** The Monday of the week of a day in Seoul, `2026-11-16`. */
export function mondayOf(day: string): string {
  const weekday = new Date(Date.parse(day)).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The Monday that an address names, or that of the current week if it names no day. */
export function parseWeek(text: string | null, now: number): string {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''))
  return mondayOf(isDay && text ? text : seoulDate(now))
}

/** The seven days that begin with a Monday. */
export const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index))

/** The instant at which a day begins in Seoul. */
export const startOfDay = (day: string): string =>
  new Date(Date.parse(day) - seoulUtcOffsetMs).toISOString()

/** The items of each day in Seoul, in their order. */
export function groupByDay<T extends { at: string }>(
  items: readonly T[],
  days: readonly string[],
): { day: string; items: T[] }[] {
  const byDay = Map.groupBy(items, ({ at }) => seoulDate(at))
  return days.map((day) => ({ day, items: byDay.get(day) ?? [] }))
}
