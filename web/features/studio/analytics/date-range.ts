import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { maxRangeDays } from '#contract/studio/analytics.ts'

const dayLong = 86_400_000

/** Presets in days up to today. */
export const rangePresets = [7, 28, 90, 365] as const
const defaultPreset = 28

/** A date range, both ends included; `preset` is its number of days, if it is one. */
export type DateRange = { from: string; to: string; preset: number | null }

const dayCount = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayLong) + 1

/** The error of a selected range. */
export type DateRangeError = 'incomplete' | 'backwards' | 'too_long'

export function dateRangeError(from: string, to: string): DateRangeError | null {
  if (!isDay(from) || !isDay(to)) return 'incomplete'
  if (to < from) return 'backwards'
  return dayCount({ from, to }) > maxRangeDays ? 'too_long' : null
}

const isDay = (text: string) =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** Parses `days`, or `from` and `to`, from the address; invalid values fall back to the last 28 days. */
export function parseDateRange(params: URLSearchParams, now: number): DateRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (dateRangeError(from, to) === null) return { from, to, preset: null }
  const requested = Number(params.get('days'))
  const preset = (rangePresets as readonly number[]).includes(requested) ? requested : defaultPreset
  const today = seoulDate(now)
  return { from: addDays(today, 1 - preset), to: today, preset }
}
