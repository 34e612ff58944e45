import type { Review, ReviewBody } from '#contract/contents/reviews.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { findReviewSubject, hasStartedWatching, upsertReview } from './queries.ts'

const rateLimit = { times: 5, seconds: 60 }

/**
 * Writes a review (D-60). It requires a history entry, which exists only for members that may play the episode.
 * @param limits whether the rate limit applies
 * @throws ProblemError `rate_limited`, `not_found` or `not_watched`
 */
export async function writeReview(
  { db, transact, now }: Pick<RequestContext, 'db' | 'transact' | 'now'>,
  member_id: number,
  { content_type, object_id, ...fields }: ReviewBody,
  limits: boolean,
): Promise<Review> {
  if (limits) await transact((tx) => consumeRateLimit(tx, `reviews:${member_id}`, rateLimit, now))
  const subject = await findReviewSubject(db, content_type, object_id)
  if (!subject) throwProblem('not_found')
  if (!(await hasStartedWatching(db, member_id, subject))) throwProblem('not_watched')
  const { series_id, episode_id } = subject
  return transact((tx) => upsertReview(tx, { ...fields, member_id, series_id, episode_id, now }))
}
