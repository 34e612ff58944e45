import type { ContentRef, Like } from '#contract/contents/watch-history.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { findContent, findLike, insertLike } from './history-queries.ts'

/** D-37. Liking what is liked writes nothing, so that a burst of it costs a look by index each. */
export async function likeContent(
  { db, transact, now }: Pick<RequestContext, 'db' | 'transact' | 'now'>,
  member_id: number,
  what: ContentRef,
): Promise<Like> {
  const content = await findContent(db, what)
  if (!content) throwProblem('not_found')
  const known = await findLike(db, member_id, what)
  if (known) return known
  return transact(async (tx) => {
    await insertLike(tx, { member_id, ...content, now })
    // Two at once: whoever came second finds the first one's.
    return (await findLike(tx, member_id, what)) ?? throwProblem('conflict')
  })
}
