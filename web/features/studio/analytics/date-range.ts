import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { maxRangeDays } from '#contract/studio/analytics.ts'

const dayLong = 86_400_000

/** Spans one picks with one press, in days up to today. */
export const rangePresets = [7, 28, 90, 365] as const
const usual = 28

/** The days a page is about, both included; `span` where they are so many up to today. */
export type DateRange = { from: string; to: string; span: number | null }

const dayCount = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayLong) + 1

/** What is wrong with days that somebody picked. */
export type DateRangeError = 'incomplete' | 'backwards' | 'too_long'

export function dateRangeError(from: string, to: string): DateRangeError | null {
  if (!isDay(from) || !isDay(to)) return 'incomplete'
  if (to < from) return 'backwards'
  return dayCount({ from, to }) > maxRangeDays ? 'too_long' : null
}

const isDay = (text: string) =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** The range that the address names: `days`, or `from` and `to`; what makes no sense is the last 28 days. */
export function parseDateRange(params: URLSearchParams, now: number): DateRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  if (dateRangeError(from, to) === null) return { from, to, span: null }
  const asked = Number(params.get('days'))
  const span = (rangePresets as readonly number[]).includes(asked) ? asked : usual
  const today = seoulDate(now)
  return { from: addDays(today, 1 - span), to: today, span }
}
