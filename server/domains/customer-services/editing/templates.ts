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
type TemplateFields = Pick<AnswerTemplate, 'title' | 'context'>

export function readTemplates(db: Db): Promise<AnswerTemplate[]> {
  return db.selectFrom('answer_templates').select(columns).orderBy('title').limit(500).execute()
}

/** @throws ProblemError `conflict` if the title is already used */
export async function createTemplate(
  tx: Tx,
  fields: TemplateFields,
  now: Date,
): Promise<AnswerTemplate> {
  const added = await tx
    .insertInto('answer_templates')
    .values({ ...normalizeTexts(fields), updated_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning(columns)
    .executeTakeFirst()
  return added ?? throwProblem('conflict')
}

/**
 * @returns the template before and after.
 * @throws ProblemError `not_found`; `conflict` if the version is outdated or another template has this title
 */
export async function updateTemplate(
  tx: Tx,
  { id, version, ...changes }: VersionRef & TextEdit<TemplateFields>,
  now: Date,
): Promise<TextChange<AnswerTemplate>> {
  const fields = normalizeTexts(changes)
  const row = tx.selectFrom('answer_templates').select(columns).where('id', '=', id).forUpdate()
  const was = requireVersion(await row.executeTakeFirst(), version)
  const duplicate =
    fields.title !== undefined &&
    (await tx
      .selectFrom('answer_templates')
      .select('id')
      .where('title', '=', fields.title)
      .where('id', '<>', id)
      .executeTakeFirst())
  if (duplicate) return throwProblem('conflict')
  const is = await tx
    .updateTable('answer_templates')
    .set({ ...fields, version: version + 1, updated_at: now.toISOString() })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { was, is }
}

/** @throws ProblemError `not_found` */
export async function deleteTemplate(tx: Tx, id: number): Promise<AnswerTemplate> {
  const deleted = await tx
    .deleteFrom('answer_templates')
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return deleted ?? throwProblem('not_found')
}
