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
type NoticeFields = Pick<EditableNotice, 'title' | 'context' | 'is_pinned' | 'is_hidden'>

/** Reads notices in public order, pinned first, including hidden ones. */
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

export function createNotice(tx: Tx, fields: NoticeFields, now: Date): Promise<EditableNotice> {
  return tx
    .insertInto('announcements')
    .values({ ...normalizeTexts(fields), created_at: now.toISOString() })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Updates a notice; its date does not change.
 * @returns the notice before and after.
 * @throws ProblemError `not_found`; `conflict` if the version is outdated
 */
export async function updateNotice(
  tx: Tx,
  { id, version, ...fields }: VersionRef & TextEdit<NoticeFields>,
): Promise<TextChange<EditableNotice>> {
  const row = tx.selectFrom('announcements').select(columns).where('id', '=', id).forUpdate()
  const was = requireVersion(await row.executeTakeFirst(), version)
  const is = await tx
    .updateTable('announcements')
    .set({ ...normalizeTexts(fields), version: version + 1 })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}
