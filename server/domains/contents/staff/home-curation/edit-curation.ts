import { type CuratedRow, maxHomeRows } from '#contract/contents/staff/home-curation.ts'
import type { Tx } from '#server/db/client.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  deleteRowById,
  insertRow,
  lockCuration,
  lockWorks,
  numberRows,
  readCurationForEditing,
  replaceRowWorks,
  replaceScenes,
  type RowFields,
  type Scenes,
  scheduleNextChange,
  updateRowFields,
} from '../../home-curation/curation-queries.ts'

type Period = { starts_at: string | null; ends_at: string | null }
type RowEdit = RowFields & { series_ids: readonly number[] }

function requirePeriod({ starts_at, ends_at }: Period, field: string) {
  if (starts_at !== null && ends_at !== null && Date.parse(starts_at) >= Date.parse(ends_at))
    throwFieldError(field, 'too_small')
}

async function requireWorks(tx: Tx, ids: readonly number[]) {
  if (!(await lockWorks(tx, ids))) throwProblem('not_found')
}

/** The fields of a row as the audit log stores them. */
const auditedRow = ({
  works,
  title,
  subtitle,
  after_row,
  is_on,
  starts_at,
  ends_at,
}: CuratedRow) => ({
  title,
  subtitle,
  after_row,
  is_on,
  starts_at,
  ends_at,
  works: works.map((work) => work.title),
})

async function lockRow(tx: Tx, id: number, version: number | undefined) {
  await lockCuration(tx)
  const row = (await readCurationForEditing(tx)).rows.find((candidate) => candidate.id === id)
  if (!row) return throwProblem('not_found')
  if (version !== undefined && row.version !== version) throwProblem('edit_conflict')
  return row
}

/** A row before or after an edit, for the audit log. */
type AuditedRow = ReturnType<typeof auditedRow>

const readRow = async (tx: Tx, id: number): Promise<AuditedRow> => {
  const row = (await readCurationForEditing(tx)).rows.find((candidate) => candidate.id === id)
  return auditedRow(row ?? throwProblem('not_found'))
}

/**
 * Sets the works of the hero and of the editorial card.
 * @returns both before and after, by title.
 * @throws ProblemError `edit_conflict`; `not_found` for an unknown work; `invalid_request` for an empty period
 */
export async function setHomeScenes(tx: Tx, version: number, scenes: Scenes, now: Date) {
  for (const work of scenes.hero) requirePeriod(work, 'hero')
  if ((await lockCuration(tx)) !== version) throwProblem('edit_conflict')
  const { editorial_series_id: editorial, hero } = scenes
  const ids = [
    ...hero.map(({ series_id }) => series_id),
    ...(editorial === null ? [] : [editorial]),
  ]
  await requireWorks(tx, ids)
  const read = async () => {
    const { hero: works, editorial: card } = await readCurationForEditing(tx)
    return {
      hero: works.map(({ title, starts_at, ends_at }) => ({ title, starts_at, ends_at })),
      editorial: card?.title ?? null,
    }
  }
  const before = await read()
  await replaceScenes(tx, scenes)
  await scheduleNextChange(tx, now)
  return { before, after: await read() }
}

/**
 * Appends a row.
 * @throws ProblemError `conflict` if there are twelve; `not_found` for an unknown work; `invalid_request` for an empty period
 */
export async function createHomeRow(tx: Tx, edit: RowEdit, now: Date) {
  requirePeriod(edit, 'ends_at')
  await lockCuration(tx)
  const { rows } = await readCurationForEditing(tx)
  if (rows.length >= maxHomeRows) throwProblem('conflict')
  await requireWorks(tx, edit.series_ids)
  const id = await insertRow(tx, edit, rows.length + 1)
  await replaceRowWorks(tx, id, edit.series_ids)
  await scheduleNextChange(tx, now)
  return { id, after: await readRow(tx, id) }
}

/** Replaces the fields and the works of a row. @throws as `createHomeRow`, and `edit_conflict` */
export async function updateHomeRow(
  tx: Tx,
  { id, version, ...edit }: RowEdit & { id: number; version: number },
  now: Date,
) {
  requirePeriod(edit, 'ends_at')
  const before = auditedRow(await lockRow(tx, id, version))
  await requireWorks(tx, edit.series_ids)
  await updateRowFields(tx, id, edit)
  await replaceRowWorks(tx, id, edit.series_ids)
  await scheduleNextChange(tx, now)
  return { before, after: await readRow(tx, id) }
}

/** Deletes a row; those below it move up. @throws ProblemError `not_found`, `edit_conflict` */
export async function deleteHomeRow(tx: Tx, id: number, version: number | undefined, now: Date) {
  const before = auditedRow(await lockRow(tx, id, version))
  await deleteRowById(tx, id)
  await numberRows(
    tx,
    (await readCurationForEditing(tx)).rows.map((row) => row.id),
  )
  await scheduleNextChange(tx, now)
  return before
}

/**
 * Reorders the rows.
 * @returns their titles before and after; null if nothing moved.
 * @throws ProblemError `edit_conflict` if `from` is not the current order; `invalid_request` if `to` has other ids
 */
export async function reorderHomeRows(
  tx: Tx,
  { from, to }: { from: readonly number[]; to: readonly number[] },
) {
  await lockCuration(tx)
  const { rows } = await readCurationForEditing(tx)
  if (rows.map(({ id }) => id).join() !== from.join()) throwProblem('edit_conflict')
  if (from.toSorted((a, b) => a - b).join() !== to.toSorted((a, b) => a - b).join())
    throwFieldError('to', 'invalid_choice')
  if (from.join() === to.join()) return null
  await numberRows(tx, to)
  const titleOf = new Map(rows.map(({ id, title }) => [id, title]))
  return {
    before: from.map((id) => titleOf.get(id)),
    after: to.map((id) => titleOf.get(id)),
  }
}
