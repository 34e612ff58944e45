import { type FieldError, throwProblem } from '#server/shared/problem-error.ts'

/** Published from `publish_at` until `unpublish_at`, and never while `is_unpublished`. */
export type PublicationSchedule = {
  is_unpublished: boolean
  publish_at: string | null
  unpublish_at: string | null
}

/** Whether changed fields include one of the schedule. */
export const isRescheduled = (changes: object) =>
  'is_unpublished' in changes || 'publish_at' in changes || 'unpublish_at' in changes

/**
 * Refuses a schedule with an instant changed to the past, or with an end before its beginning.
 * @throws `invalid_request`
 */
export function validateSchedule(
  before: PublicationSchedule,
  after: PublicationSchedule,
  now: Date,
): void {
  const errors: FieldError[] = []
  for (const field of ['publish_at', 'unpublish_at'] as const) {
    const at = after[field]
    if (at !== null && at !== before[field] && Date.parse(at) <= now.getTime())
      errors.push({ field: `changes.${field}`, code: 'in_the_past' })
  }
  const { publish_at, unpublish_at } = after
  if (
    errors.length === 0 &&
    publish_at &&
    unpublish_at &&
    Date.parse(unpublish_at) <= Date.parse(publish_at)
  )
    errors.push({ field: 'changes.unpublish_at', code: 'before_start' })
  if (errors.length > 0) throwProblem('invalid_request', { fields: errors })
}
