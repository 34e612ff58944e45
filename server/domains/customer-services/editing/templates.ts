import type { AnswerTemplate } from '#contract/studio/support.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  requireVersion,
  type TextEdit,
  type TextChange,
  normalizeTexts,
  type VersionRef,
} from './versioned-text.ts'

const columns = ['id', 'title', 'context', 'version'] as const
type Words = Pick<AnswerTemplate, 'title' | 'context'>

export function readTemplates(db: Db): Promise<AnswerTemplate[]> {
  return db.selectFrom('answer_templates').select(columns).orderBy('title').limit(500).execute()
}

/** @throws Refusal `conflict` where one has this title already */
export async function createTemplate(tx: Tx, words: Words, now: Date): Promise<AnswerTemplate> {
  const added = await tx
    .insertInto('answer_templates')
    .values({ ...normalizeTexts(words), updated_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return added ?? throwProblem('conflict')
}

/**
 * @returns it as it was and as it is.
 * @throws Refusal `not_found`; `conflict` where somebody changed it meanwhile, or another has this title
 */
export async function updateTemplate(
  tx: Tx,
  { id, version, ...given }: VersionRef & TextEdit<Words>,
  now: Date,
): Promise<TextChange<AnswerTemplate>> {
  const words = normalizeTexts(given)
  const row = tx.selectFrom('answer_templates').select(columns).where('id', '=', id).forUpdate()
  const was = requireVersion(await row.executeTakeFirst(), version)
  const namesake =
    words.title !== undefined &&
    (await tx
      .selectFrom('answer_templates')
      .select('id')
      .where('title', '=', words.title)
      .where('id', '<>', id)
      .executeTakeFirst())
  if (namesake) return throwProblem('conflict')
  const is = await tx
    .updateTable('answer_templates')
    .set({ ...words, version: version + 1, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}

/** @throws Refusal `not_found` */
export async function deleteTemplate(tx: Tx, id: number): Promise<AnswerTemplate> {
  const was = await tx
    .deleteFrom('answer_templates')
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return was ?? throwProblem('not_found')
}
