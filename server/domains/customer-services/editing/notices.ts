import type { EditableNotice } from '#contract/studio/support.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  requireVersion,
  type TextEdit,
  type TextChange,
  normalizeTexts,
  type VersionRef,
} from './versioned-text.ts'

const columns = [
  'id',
  'title',
  'context',
  'is_pinned',
  'is_hidden',
  'created_at',
  'version',
] as const
type Words = Pick<EditableNotice, 'title' | 'context' | 'is_pinned' | 'is_hidden'>

/** Notices as viewers have them, the pinned ones first, hidden ones too. */
export async function readEditableNotices(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: EditableNotice[] }> {
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

export function readEditableNotice(db: Db, id: number): Promise<EditableNotice | undefined> {
  return db.selectFrom('announcements').select(columns).where('id', '=', id).executeTakeFirst()
}

export function createNotice(tx: Tx, words: Words, now: Date): Promise<EditableNotice> {
  return tx
    .insertInto('announcements')
    .values({ ...normalizeTexts(words), created_at: now.toISOString() })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Changes a notice; its date stays.
 * @returns it as it was and as it is.
 * @throws Refusal `not_found`; `conflict` where somebody changed it meanwhile
 */
export async function updateNotice(
  tx: Tx,
  { id, version, ...words }: VersionRef & TextEdit<Words>,
): Promise<TextChange<EditableNotice>> {
  const row = tx.selectFrom('announcements').select(columns).where('id', '=', id).forUpdate()
  const was = requireVersion(await row.executeTakeFirst(), version)
  const is = await tx
    .updateTable('announcements')
    .set({ ...normalizeTexts(words), version: version + 1 })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}
