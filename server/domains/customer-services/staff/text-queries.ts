import type {
  AnswerTemplate,
  EditableFaq,
  EditableNotice,
} from '#contract/customer-services/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql, type UpdateObject } from 'kysely'

/** The tables of texts that staff edit, with the rows as staff see them. */
export type EditableTexts = {
  faqs: EditableFaq
  announcements: EditableNotice
  answer_templates: AnswerTemplate
}

const textColumns = ['id', 'title', 'context', 'version'] as const
const columns = {
  faqs: [...textColumns, 'subject_id', 'is_top', 'is_hidden', 'created_at'],
  announcements: [...textColumns, 'is_pinned', 'is_hidden', 'created_at'],
  answer_templates: textColumns,
} as const

/** Locks a text of any of the tables for an edit. */
export async function lockText<T extends keyof EditableTexts>(tx: Tx, table: T, id: number) {
  const row = tx
    .selectFrom(table as 'faqs')
    .select(columns[table] as (typeof columns)['faqs'])
    .where('id', '=', id)
    .forUpdate()
  return (await row.executeTakeFirst()) as EditableTexts[T] | undefined
}

/** Updates a text of any of the tables. */
export async function updateText<T extends keyof EditableTexts>(
  tx: Tx,
  table: T,
  id: number,
  values: UpdateObject<DB, T>,
): Promise<EditableTexts[T]> {
  const row = tx
    .updateTable(table as 'faqs')
    .set(values)
    .where('id', '=', id)
    .returning(columns[table] as (typeof columns)['faqs'])
  return (await row.executeTakeFirstOrThrow()) as EditableTexts[T]
}

/** Reads all FAQs of a subject in order, including hidden ones. */
export const readEditableFaqs = (db: Db, subject_id: number) =>
  db
    .selectFrom('faqs')
    .select(columns.faqs)
    .where('subject_id', '=', subject_id)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The position after the last FAQ of a subject. */
export const nextPosition = (subject_id: number) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from faqs where subject_id = ${subject_id})`

export const insertFaq = (tx: Tx, values: Omit<Insertable<DB['faqs']>, 'position'>) =>
  tx
    .insertInto('faqs')
    .values({ ...values, position: nextPosition(values.subject_id) })
    .returning(columns.faqs)
    .executeTakeFirstOrThrow()

/** Locks the FAQs of a subject. @returns their positions, ordered by id. */
export const lockFaqPositions = (tx: Tx, subject_id: number) =>
  tx
    .selectFrom('faqs')
    .select(['id', 'position'])
    .where('subject_id', '=', subject_id)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Numbers FAQs in the given order. */
export async function updateFaqPositions(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update faqs f set position = o.place
    from unnest(${ids}::int[]) with ordinality as o (id, place)
    where f.id = o.id and f.position <> o.place`.execute(tx)
}

export async function subjectExists(tx: Tx, id: number): Promise<boolean> {
  const subject = tx.selectFrom('inquiry_subjects').select('id').where('id', '=', id)
  return (await subject.executeTakeFirst()) !== undefined
}

/** Reads notices in public order, pinned first, including hidden ones. */
export async function readEditableNotices(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: EditableNotice[] }> {
  const notices = db.selectFrom('announcements')
  const [{ count }, results] = await Promise.all([
    notices.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    notices
      .select(columns.announcements)
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
  const notices = db.selectFrom('announcements').select(columns.announcements)
  return notices.where('id', '=', id).executeTakeFirst()
}

export function insertNotice(tx: Tx, values: Insertable<DB['announcements']>) {
  const notice = tx.insertInto('announcements').values(values).returning(columns.announcements)
  return notice.executeTakeFirstOrThrow()
}

export const readTemplates = (db: Db) =>
  db.selectFrom('answer_templates').select(textColumns).orderBy('title').limit(500).execute()

/** @returns undefined if the title is already used. */
export const insertTemplate = (tx: Tx, values: Insertable<DB['answer_templates']>) =>
  tx
    .insertInto('answer_templates')
    .values(values)
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning(textColumns)
    .executeTakeFirst()

/** Returns whether a template other than `id` has this title. */
export async function isTemplateTitleUsed(tx: Tx, title: string, id: number): Promise<boolean> {
  const templates = tx.selectFrom('answer_templates').select('id').where('title', '=', title)
  return (await templates.where('id', '<>', id).executeTakeFirst()) !== undefined
}

/** @returns the deleted template, or undefined if it does not exist. */
export function deleteTemplate(tx: Tx, id: number): Promise<AnswerTemplate | undefined> {
  const template = tx.deleteFrom('answer_templates').where('id', '=', id).returning(textColumns)
  return template.executeTakeFirst()
}
