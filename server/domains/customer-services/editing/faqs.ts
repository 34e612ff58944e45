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
type Words = Pick<EditableFaq, 'subject_id' | 'title' | 'context' | 'is_top' | 'is_hidden'>

/** Every question of a subject in its order, hidden ones too. */
export function readEditableFaqs(db: Db, subject_id: number): Promise<EditableFaq[]> {
  return db
    .selectFrom('faqs')
    .select(columns)
    .where('subject_id', '=', subject_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Adds a question at the end of its subject. @throws Refusal `invalid_request` for no such subject */
export async function createFaq(tx: Tx, words: Words, now: Date): Promise<EditableFaq> {
  await wantSubject(tx, words.subject_id)
  return tx
    .insertInto('faqs')
    .values({
      ...normalizeTexts(words),
      created_at: now.toISOString(),
      position: atTheEnd(words.subject_id),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Changes a question; one that goes to another subject goes to its end.
 * @returns it as it was and as it is.
 * @throws Refusal `not_found`; `conflict` where somebody changed it meanwhile; `invalid_request` for no such subject
 */
export async function updateFaq(
  tx: Tx,
  { id, version, ...words }: VersionRef & TextEdit<Words>,
): Promise<TextChange<EditableFaq>> {
  const row = tx.selectFrom('faqs').select(columns).where('id', '=', id).forUpdate()
  const was = requireVersion(await row.executeTakeFirst(), version)
  const { subject_id = was.subject_id } = words
  const moves = subject_id !== was.subject_id
  if (moves) await wantSubject(tx, subject_id)
  const is = await tx
    .updateTable('faqs')
    .set({
      ...normalizeTexts(words),
      version: version + 1,
      ...(moves ? { position: atTheEnd(subject_id) } : {}),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}

/**
 * Puts the questions of a subject into an order.
 * @throws Refusal `conflict` where `ids` are not all of them, as when somebody added one meanwhile
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
  const there = new Set(rows.map(({ id }) => id))
  const given = new Set(ids)
  if (given.size !== ids.length || given.size !== there.size || !ids.every((id) => there.has(id)))
    return throwProblem('conflict')
  await sql`
    update faqs f set position = o.place
    from unnest(${ids}::int[]) with ordinality as o (id, place)
    where f.id = o.id and f.position <> o.place`.execute(tx)
  const before = rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
  return { before: before.map(({ id }) => id) }
}

const atTheEnd = (subject_id: number) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from faqs where subject_id = ${subject_id})`

async function wantSubject(tx: Tx, id: number): Promise<void> {
  const subject = await tx
    .selectFrom('inquiry_subjects')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!subject) throwFieldError('subject_id', 'not_in_list')
}
