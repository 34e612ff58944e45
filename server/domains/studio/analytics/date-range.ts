import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import { maxRangeDays } from '#contract/studio/analytics.ts'

/** Dates in Seoul time, both inclusive. */
export type DateRange = { from: string; to: string }

/**
 * Parses the requested date range, both ends inclusive. The default is the last 28 days.
 * @throws ProblemError `invalid_request` if it ends before it starts or spans more than 400 days.
 */
export function parseDateRange(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): DateRange {
  const to = query.to ?? seoulDate(now)
  const from = query.from ?? addDays(to, -27)
  if (to < from) throwFieldError('to', 'too_small')
  if (addDays(from, maxRangeDays) <= to) throwFieldError('to', 'too_big', maxRangeDays)
  return { from, to }
}
