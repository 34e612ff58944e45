import type { EditableFaq } from '#contract/studio/support.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import {
  requireVersion,
  type TextEdit,
  type TextChange,
  normalizeTexts,
  type VersionRef,
} from './versioned-text.ts'

const columns = [
  'id',
  'subject_id',
  'title',
  'context',
  'is_top',
  'is_hidden',
  'created_at',
  'version',
] as const
type FaqFields = Pick<EditableFaq, 'subject_id' | 'title' | 'context' | 'is_top' | 'is_hidden'>

/** Reads all FAQs of a subject in order, including hidden ones. */
export function readEditableFaqs(db: Db, subject_id: number): Promise<EditableFaq[]> {
  return db
    .selectFrom('faqs')
    .select(columns)
    .where('subject_id', '=', subject_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Appends an FAQ to its subject. @throws ProblemError `invalid_request` if the subject does not exist */
export async function createFaq(tx: Tx, fields: FaqFields, now: Date): Promise<EditableFaq> {
  await requireSubject(tx, fields.subject_id)
  return tx
    .insertInto('faqs')
    .values({
      ...normalizeTexts(fields),
      created_at: now.toISOString(),
      position: nextPosition(fields.subject_id),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Updates an FAQ. Moving it to another subject appends it there.
 * @returns the FAQ before and after.
 * @throws ProblemError `not_found`; `conflict` if the version is outdated; `invalid_request` for an unknown subject
 */
export async function updateFaq(
  tx: Tx,
  { id, version, ...fields }: VersionRef & TextEdit<FaqFields>,
): Promise<TextChange<EditableFaq>> {
  const row = tx.selectFrom('faqs').select(columns).where('id', '=', id).forUpdate()
  const was = requireVersion(await row.executeTakeFirst(), version)
  const { subject_id = was.subject_id } = fields
  const isMoved = subject_id !== was.subject_id
  if (isMoved) await requireSubject(tx, subject_id)
  const is = await tx
    .updateTable('faqs')
    .set({
      ...normalizeTexts(fields),
      version: version + 1,
      ...(isMoved ? { position: nextPosition(subject_id) } : {}),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}

/**
 * Reorders the FAQs of a subject.
 * @throws ProblemError `conflict` if `ids` is not exactly the current set, for example after a concurrent addition
 */
export async function reorderFaqs(
  tx: Tx,
  { subject_id, ids }: { subject_id: number; ids: readonly number[] },
): Promise<{ before: number[] }> {
  const rows = await tx
    .selectFrom('faqs')
    .select(['id', 'position'])
    .where('subject_id', '=', subject_id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const currentIds = new Set(rows.map(({ id }) => id))
  const uniqueIds = new Set(ids)
  if (
    uniqueIds.size !== ids.length ||
    uniqueIds.size !== currentIds.size ||
    !ids.every((id) => currentIds.has(id))
  )
    return throwProblem('conflict')
  await sql`
    update faqs f set position = o.place
    from unnest(${ids}::int[]) with ordinality as o (id, place)
    where f.id = o.id and f.position <> o.place`.execute(tx)
  const before = rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
  return { before: before.map(({ id }) => id) }
}

const nextPosition = (subject_id: number) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from faqs where subject_id = ${subject_id})`

async function requireSubject(tx: Tx, id: number): Promise<void> {
  const subject = await tx
    .selectFrom('inquiry_subjects')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!subject) throwFieldError('subject_id', 'not_in_list')
}
