import type { ContentRef, Like } from '#contract/contents/watch-history.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { findContent, findLike, insertLike } from './history-queries.ts'

/**
 * Likes a series or episode (D-37). Repeated requests only read, so that bursts stay cheap.
 * @throws ProblemError `not_found`
 */
export async function likeContent(
  { db, transact, now }: Pick<RequestContext, 'db' | 'transact' | 'now'>,
  member_id: number,
  ref: ContentRef,
): Promise<Like> {
  const content = await findContent(db, ref)
  if (!content) throwProblem('not_found')
  const existing = await findLike(db, member_id, ref)
  if (existing) return existing
  return transact(async (tx) => {
    await insertLike(tx, { member_id, ...content, now })
    // The second of two concurrent requests returns the like of the first.
    return (await findLike(tx, member_id, ref)) ?? throwProblem('conflict')
  })
}
