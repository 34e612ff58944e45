import type { ContentRef, Like } from '#contract/watching.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { findContent, findLike, insertLike } from './queries.ts'

/** D-37. Liking what is liked writes nothing, so that a burst of it costs a look by index each. */
export async function likeContent(
  { db, transact, now }: Pick<Caller, 'db' | 'transact' | 'now'>,
  member_id: number,
  what: ContentRef,
): Promise<Like> {
  const content = await findContent(db, what)
  if (!content) refuse('not_found')
  const known = await findLike(db, member_id, what)
  if (known) return known
  return transact(async (tx) => {
    await insertLike(tx, { member_id, ...content, now })
    // Two at once: whoever came second finds the first one's.
    return (await findLike(tx, member_id, what)) ?? refuse('conflict')
  })
}
