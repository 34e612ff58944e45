import { refuse } from '#server/kernel/refusals.ts'
import { mostDays } from '#contract/studio-numbers.ts'

/** Korea has no summer time: its day begins at 15:00 UTC, always. */
const seoulOffset = 9 * 3_600_000
const dayLong = 86_400_000

/** The day in Seoul that an instant falls on, `2026-11-21`. */
export const dayOf = (now: Date): string =>
  new Date(now.getTime() + seoulOffset).toISOString().slice(0, 10)

/** So many days later, earlier below 0. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLong).toISOString().slice(0, 10)

export type Range = { from: string; to: string }

/**
 * The days that are asked for, both included: the last 28 unless told.
 * @throws Refusal `invalid_request` of those that end before they begin, or are more than 400.
 */
export function rangeOf(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Range {
  const to = asked.to ?? dayOf(now)
  const from = asked.from ?? dayAfter(to, -27)
  if (to < from) refuse('invalid_request', { fields: [{ field: 'to', code: 'too_small' }] })
  if (dayAfter(from, mostDays) <= to)
    refuse('invalid_request', { fields: [{ field: 'to', code: 'too_big', limit: mostDays }] })
  return { from, to }
}
