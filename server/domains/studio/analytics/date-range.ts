import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { maxRangeDays } from '#contract/studio/analytics.ts'

/** Days in Seoul, both included. */
export type DateRange = { from: string; to: string }

/**
 * The days that are asked for, both included: the last 28 unless told.
 * @throws Refusal `invalid_request` of those that end before they begin, or are more than 400.
 */
export function parseDateRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): DateRange {
  const to = asked.to ?? seoulDate(now)
  const from = asked.from ?? addDays(to, -27)
  if (to < from) throwProblem('invalid_request', { fields: [{ field: 'to', code: 'too_small' }] })
  if (addDays(from, maxRangeDays) <= to)
    throwProblem('invalid_request', {
      fields: [{ field: 'to', code: 'too_big', limit: maxRangeDays }],
    })
  return { from, to }
}
