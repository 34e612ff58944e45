import type { Review, ReviewBody } from '#contract/contents/reviews.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { findReviewSubject, hasStartedWatching, upsertReview } from './queries.ts'

const allowance = { times: 5, seconds: 60 }

/**
 * D-60. To have begun is to stand in the history, where only those come who may play.
 * @param limits whether `allowance` is counted.
 */
export async function writeReview(
  { db, transact, now }: Pick<RequestContext, 'db' | 'transact' | 'now'>,
  member_id: number,
  { content_type, object_id, ...words }: ReviewBody,
  limits: boolean,
): Promise<Review> {
  if (limits) await transact((tx) => consumeRateLimit(tx, `reviews:${member_id}`, allowance, now))
  const work = await findReviewSubject(db, content_type, object_id)
  if (!work) throwProblem('not_found')
  if (!(await hasStartedWatching(db, member_id, work))) throwProblem('not_watched')
  const { series_id, episode_id } = work
  return transact((tx) => upsertReview(tx, { ...words, member_id, series_id, episode_id, now }))
}
