import { dayAfter, dayInSeoul } from '#contract/seoul.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { mostDays } from '#contract/studio-numbers.ts'

/** Days in Seoul, both included. */
export type Range = { from: string; to: string }

/**
 * The days that are asked for, both included: the last 28 unless told.
 * @throws Refusal `invalid_request` of those that end before they begin, or are more than 400.
 */
export function rangeOf(
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Range {
  const to = asked.to ?? dayInSeoul(now)
  const from = asked.from ?? dayAfter(to, -27)
  if (to < from) refuse('invalid_request', { fields: [{ field: 'to', code: 'too_small' }] })
  if (dayAfter(from, mostDays) <= to)
    refuse('invalid_request', { fields: [{ field: 'to', code: 'too_big', limit: mostDays }] })
  return { from, to }
}
