import type { ModerationAction } from '#contract/reviews/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  applyModeration,
  lockReview,
  type ReportedReviewRow,
  readReportedReview,
} from './moderation-queries.ts'

/**
 * Hides or shows a review, or resolves or reopens its reports. Locks the review; triggers update averages and counts.
 * @returns the updated review.
 * @throws ProblemError `not_found`; `conflict` if the action changes nothing
 */
export async function moderateReview(
  tx: Tx,
  moderation: { id: number; action: ModerationAction; now: Date },
): Promise<ReportedReviewRow> {
  if (!(await lockReview(tx, moderation.id))) throwProblem('not_found')
  if (!(await applyModeration(tx, moderation))) throwProblem('conflict')
  return (await readReportedReview(tx, moderation.id)) ?? throwProblem('not_found')
}
