import type { Review, ReviewBody } from '#contract/reviews.ts'
import { countHit } from '#server/db/throttle.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { findReviewed, hasBegun, upsertReview } from './queries.ts'

const allowance = { times: 5, seconds: 60 }

/**
 * D-60. To have begun is to stand in the history, where only those come who may play.
 * @param limits whether `allowance` is counted.
 */
export async function writeReview(
  { db, transact, now }: Pick<Caller, 'db' | 'transact' | 'now'>,
  member_id: number,
  { content_type, object_id, ...words }: ReviewBody,
  limits: boolean,
): Promise<Review> {
  if (limits) await transact((tx) => countHit(tx, `reviews:${member_id}`, allowance, now))
  const work = await findReviewed(db, content_type, object_id)
  if (!work) refuse('not_found')
  if (!(await hasBegun(db, member_id, work))) refuse('not_watched')
  const { series_id, episode_id } = work
  return transact((tx) => upsertReview(tx, { ...words, member_id, series_id, episode_id, now }))
}
