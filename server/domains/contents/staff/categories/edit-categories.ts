import type {
  StudioCategory,
  studio_categories,
  StudioSettings,
} from '#contract/contents/staff/categories.ts'
import { maxCategories } from '#contract/core/constants.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, diffFields, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  type EditedSettings,
  insertCategory,
  lockCategories,
  numberCategories,
  readCategoryRows,
  readStudioCategories,
  readStudioSettings,
  seriesExists,
  updateCategoryRow,
  updateSettings,
} from './category-queries.ts'

type Edit = ParsedInput<typeof studio_categories.updateCategory>['body']
type Order = ParsedInput<typeof studio_categories.reorderCategories>['body']

/** Reads a category with the number of its works. Call it after the edit has committed, because it scans all works. */
export const readCategory = async (db: Db, id: number): Promise<StudioCategory> =>
  (await readStudioCategories(db, id))[0] ?? throwProblem('not_found')

const subjectOf = ({ id, name }: Pick<StudioCategory, 'id' | 'name'>) =>
  ({ subject_kind: 'category', subject_id: id, subject_name: name }) as const

/** Appends a category. @returns its id @throws ProblemError `conflict` if its name is used or there is no room */
export async function createCategory(tx: Tx, actor: Actor, name: string): Promise<number> {
  await lockCategories(tx)
  const id = Math.max(...(await readCategoryRows(tx)).map((category) => category.id)) + 1
  if (id > maxCategories || !(await insertCategory(tx, id, name))) throwProblem('conflict')
  const entry = { kind: 'catalogue.category_added', ...subjectOf({ id, name }) } as const
  await recordAuditEntry(tx, actor, { ...entry, after: { name } })
  return id
}

/**
 * Renames, hides or shows a category. Works keep a hidden one. The time does not grow with their number: pages, lists
 * and search read the name on the next request.
 * @throws ProblemError `not_found`; `edit_conflict` if `version` is outdated, `conflict` if the name is used
 */
export async function updateCategory(
  tx: Tx,
  actor: Actor,
  { id, version, ...fields }: Edit & { id: number },
): Promise<void> {
  await lockCategories(tx)
  const categories = await readCategoryRows(tx)
  const current = categories.find((category) => category.id === id) ?? throwProblem('not_found')
  if (current.version !== version) throwProblem('edit_conflict')
  const { name = current.name, is_hidden = current.is_hidden } = fields
  if (categories.some((other) => other.id !== id && other.name === name)) throwProblem('conflict')
  const before = { name: current.name, is_hidden: current.is_hidden }
  const change = diffFields(before, { name, is_hidden })
  if (!change) return
  await updateCategoryRow(tx, { id, name, is_hidden, version })
  const entry = { kind: 'catalogue.category_changed', ...subjectOf({ id, name }) } as const
  await recordAuditEntry(tx, actor, { ...entry, ...change })
}

/** @throws ProblemError `edit_conflict` if `from` is not the current order; 400 if `to` has other categories */
export async function reorderCategories(tx: Tx, actor: Actor, { from, to }: Order): Promise<void> {
  await lockCategories(tx)
  const current = await readCategoryRows(tx)
  if (current.map(({ id }) => id).join() !== from.join()) throwProblem('edit_conflict')
  const isSame = from.toSorted((a, b) => a - b).join() === to.toSorted((a, b) => a - b).join()
  if (!isSame) throwFieldError('to', 'invalid_choice')
  await numberCategories(tx, to)
  const namesOf = (categories: readonly { name: string }[]) => categories.map(({ name }) => name)
  const ordered = await readCategoryRows(tx)
  const entry = { kind: 'catalogue.categories_reordered', subject_kind: 'category' } as const
  const [before, after] = [{ rows: namesOf(current) }, { rows: namesOf(ordered) }]
  await recordAuditEntry(tx, actor, { ...entry, subject_id: null, before, after })
}

/**
 * Sets what the header and home show by a fixed id.
 * @throws ProblemError `edit_conflict` if `version` is outdated; 400 `invalid_choice`
 */
export async function setSettings(
  tx: Tx,
  actor: Actor,
  { version, ...settings }: EditedSettings & { version: number },
): Promise<StudioSettings> {
  if ((await lockCategories(tx)) !== version) throwProblem('edit_conflict')
  const { korean_category_id, abroad_category_id, curation_series_id } = settings
  const ids = (await readCategoryRows(tx)).map(({ id }) => id)
  if (!ids.includes(korean_category_id)) throwFieldError('korean_category_id', 'invalid_choice')
  if (!ids.includes(abroad_category_id)) throwFieldError('abroad_category_id', 'invalid_choice')
  if (!settings.header_category_ids.every((id) => ids.includes(id)))
    throwFieldError('header_category_ids', 'invalid_choice')
  if (curation_series_id !== null && !(await seriesExists(tx, curation_series_id)))
    throwFieldError('curation_series_id', 'invalid_choice')
  const { version: _, curation: __, ...before } = await readStudioSettings(tx)
  const change = diffFields(before, settings)
  if (!change) return readStudioSettings(tx)
  await updateSettings(tx, settings, version)
  const entry = { kind: 'catalogue.settings_changed', subject_kind: 'category' } as const
  await recordAuditEntry(tx, actor, { ...entry, subject_id: null, ...change })
  return readStudioSettings(tx)
}
