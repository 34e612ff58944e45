import { normalizeText } from '#contract/core/characters.ts'
import type {
  AnswerTemplate,
  EditableFaq,
  EditableNotice,
} from '#contract/customer-services/staff.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import {
  type EditableTexts,
  insertFaq,
  insertNotice,
  insertTemplate,
  isTemplateTitleUsed,
  lockFaqPositions,
  lockText,
  nextPosition,
  subjectExists,
  updateFaqPositions,
  updateText,
} from './text-queries.ts'

/** Edits of FAQs, notices and answer templates. An edit states the version that the editor has seen. */
type Edit<T> = { id: number; version: number } & {
  [K in keyof Omit<T, 'id' | 'version' | 'created_at'>]?: T[K] | undefined
}
/** A text before and after an edit. */
type TextChange<T> = { was: T; is: T }

/** Appends an FAQ to its subject. @throws ProblemError `invalid_request` if the subject does not exist */
export async function createFaq(
  tx: Tx,
  fields: Omit<EditableFaq, 'id' | 'version' | 'created_at'>,
  now: Date,
): Promise<EditableFaq> {
  await requireSubject(tx, fields.subject_id)
  return insertFaq(tx, { ...normalizeTexts(fields), created_at: now.toISOString() })
}

/**
 * Updates an FAQ. Moving it to another subject appends it there.
 * @throws ProblemError `not_found`; `conflict` if the version is outdated; `invalid_request` for an unknown subject
 */
export async function updateFaq(
  tx: Tx,
  { id, version, ...fields }: Edit<EditableFaq>,
): Promise<TextChange<EditableFaq>> {
  const was = await lockVersion(tx, 'faqs', { id, version })
  const { subject_id = was.subject_id } = fields
  const isMoved = subject_id !== was.subject_id
  if (isMoved) await requireSubject(tx, subject_id)
  const is = await updateText(tx, 'faqs', id, {
    ...normalizeTexts(fields),
    version: version + 1,
    ...(isMoved && { position: nextPosition(subject_id) }),
  })
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
  const rows = await lockFaqPositions(tx, subject_id)
  const currentIds = rows.map(({ id }) => id)
  if (ids.toSorted((a, b) => a - b).join() !== currentIds.join()) throwProblem('conflict')
  await updateFaqPositions(tx, ids)
  const before = rows.toSorted((a, b) => a.position - b.position || a.id - b.id)
  return { before: before.map(({ id }) => id) }
}

export const createNotice = (
  tx: Tx,
  fields: Omit<EditableNotice, 'id' | 'version' | 'created_at'>,
  now: Date,
): Promise<EditableNotice> =>
  insertNotice(tx, { ...normalizeTexts(fields), created_at: now.toISOString() })

/**
 * Updates a notice; its date does not change.
 * @throws ProblemError `not_found`; `conflict` if the version is outdated
 */
export async function updateNotice(
  tx: Tx,
  { id, version, ...fields }: Edit<EditableNotice>,
): Promise<TextChange<EditableNotice>> {
  const was = await lockVersion(tx, 'announcements', { id, version })
  const values = { ...normalizeTexts(fields), version: version + 1 }
  return { was, is: await updateText(tx, 'announcements', id, values) }
}

/** @throws ProblemError `conflict` if the title is already used */
export async function createTemplate(
  tx: Tx,
  fields: Omit<AnswerTemplate, 'id' | 'version'>,
  now: Date,
): Promise<AnswerTemplate> {
  const values = { ...normalizeTexts(fields), updated_at: now.toISOString() }
  return (await insertTemplate(tx, values)) ?? throwProblem('conflict')
}

/** @throws ProblemError `not_found`; `conflict` if the version is outdated or another template has this title */
export async function updateTemplate(
  tx: Tx,
  { id, version, ...changes }: Edit<AnswerTemplate>,
  now: Date,
): Promise<TextChange<AnswerTemplate>> {
  const was = await lockVersion(tx, 'answer_templates', { id, version })
  const fields = normalizeTexts(changes)
  if (fields.title !== undefined && (await isTemplateTitleUsed(tx, fields.title, id)))
    throwProblem('conflict')
  const values = { ...fields, version: version + 1, updated_at: now.toISOString() }
  return { was, is: await updateText(tx, 'answer_templates', id, values) }
}

async function requireSubject(tx: Tx, id: number): Promise<void> {
  if (!(await subjectExists(tx, id))) throwFieldError('subject_id', 'invalid_choice')
}

/**
 * Locks a text that still has the expected version.
 * @throws ProblemError `not_found` if it does not exist; `conflict` if the version is outdated
 */
async function lockVersion<T extends keyof EditableTexts>(
  tx: Tx,
  table: T,
  { id, version }: { id: number; version: number },
): Promise<EditableTexts[T]> {
  const text = (await lockText(tx, table, id)) ?? throwProblem('not_found')
  return text.version === version ? text : throwProblem('conflict')
}

/** Normalizes texts for storage: NFC with LF line breaks. */
function normalizeTexts<T extends { title?: string | undefined; context?: string | undefined }>(
  fields: T,
): T {
  const normalize = (text: string) => normalizeText(text).replace(/\r\n?/g, '\n')
  const { title, context } = fields
  return {
    ...fields,
    ...(title === undefined ? {} : { title: normalize(title) }),
    ...(context === undefined ? {} : { context: normalize(context) }),
  }
}
