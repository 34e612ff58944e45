import type { EditedNotice } from '#contract/studio-service.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { asSeen, type Change, type Changed, composed, type Seen } from './composed.ts'

const columns = [
  'id',
  'title',
  'context',
  'is_pinned',
  'is_hidden',
  'created_at',
  'version',
] as const
type Words = Pick<EditedNotice, 'title' | 'context' | 'is_pinned' | 'is_hidden'>

/** Notices as viewers have them, the pinned ones first, hidden ones too. */
export async function readEditedNotices(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: EditedNotice[] }> {
  const notices = db.selectFrom('announcements')
  const [{ count }, results] = await Promise.all([
    notices.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    notices
      .select(columns)
      .orderBy('is_pinned', 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, results }
}

export function readEditedNotice(db: Db, id: number): Promise<EditedNotice | undefined> {
  return db.selectFrom('announcements').select(columns).where('id', '=', id).executeTakeFirst()
}

export function addNotice(tx: Tx, words: Words, now: Date): Promise<EditedNotice> {
  return tx
    .insertInto('announcements')
    .values({ ...composed(words), created_at: now.toISOString() })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Changes a notice; its date stays.
 * @returns it as it was and as it is.
 * @throws Refusal `not_found`; `conflict` where somebody changed it meanwhile
 */
export async function changeNotice(
  tx: Tx,
  { id, version, ...words }: Seen & Change<Words>,
): Promise<Changed<EditedNotice>> {
  const row = tx.selectFrom('announcements').select(columns).where('id', '=', id).forUpdate()
  const was = asSeen(await row.executeTakeFirst(), version)
  const is = await tx
    .updateTable('announcements')
    .set({ ...composed(words), version: version + 1 })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}
