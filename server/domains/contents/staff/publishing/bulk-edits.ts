import type { BulkAction, BulkRefusal, BulkResult } from '#contract/contents/staff/publishing.ts'
import type { WorkFields } from '#contract/contents/staff/catalogue.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { lockWork } from '../../editing/edit-queries.ts'
import { ProblemError, throwProblem } from '#server/shared/problem-error.ts'
import { readCatalogueEntry, readNewestEntryId } from '#server/domains/studio/index.ts'
import { type Editor, updateWorkAudited } from '../catalogue/audited-edits.ts'
import { undoEdit } from '../catalogue/edit-history.ts'

type BulkEdit = {
  action: BulkAction
  /** Required by the actions about categories. */
  category_id: number | undefined
  items: readonly { id: number; version: number }[]
}

/**
 * Applies the edit to each work in its own transaction, as `updateWork` does, with an audit log entry for each change. A
 * work is named once; a repetition is ignored.
 * @returns a result for each work, in the order of the items.
 */
export async function bulkEditWorks(
  transact: Transact,
  editor: Editor,
  { items, ...edit }: BulkEdit,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const item of new Map(items.map((edit) => [edit.id, edit])).values())
    results.push(
      await resultOf(item.id, (subject) =>
        transact(async (tx) => {
          const work = (await lockWork(tx, item.id)) ?? throwProblem('not_found')
          subject.title = work.title
          const changes = changesOf(edit, work, editor.now)
          const change = await updateWorkAudited(tx, editor, work.id, {
            version: item.version,
            changes,
          })
          return change && readNewestEntryId(tx, 'series', work.id)
        }),
      ),
    )
  return results
}

/** @throws Refusal `ended` for a work that publishing would not show. */
function changesOf(
  { action, category_id }: Omit<BulkEdit, 'items'>,
  { category_ids, publish_at, unpublish_at }: WorkFields,
  now: Date,
): Partial<WorkFields> {
  const isPast = (at: string | null) => at !== null && Date.parse(at) <= now.getTime()
  switch (action) {
    case 'publish':
      if (isPast(unpublish_at)) throw new Refusal('ended')
      // A past start is the release date.
      return { is_unpublished: false, ...(isPast(publish_at) ? {} : { publish_at: null }) }
    case 'hide':
      return { is_unpublished: true }
    case 'add_category':
      return { category_ids: [...category_ids, category_id ?? 0].sort((a, b) => a - b) }
    case 'remove_category':
      return { category_ids: category_ids.filter((id) => id !== category_id) }
  }
}

/**
 * Undoes edits, each in its own transaction, as `undoEdit` does.
 * @returns a result for each entry, in their order; `edit_conflict` if a later edit changed the same fields.
 */
export async function undoBulkEdits(
  transact: Transact,
  editor: Editor,
  entry_ids: readonly number[],
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const entry_id of new Set(entry_ids))
    results.push(
      await resultOf(0, (subject) =>
        transact(async (tx) => {
          const { work_id, title } = await readUndoneWork(tx, entry_id)
          Object.assign(subject, { id: work_id, title })
          await undoEdit(tx, editor, entry_id)
          return readNewestEntryId(tx, 'series', work_id)
        }),
      ),
    )
  return results
}

async function readUndoneWork(tx: Tx, entry_id: number) {
  const entry = await readCatalogueEntry(tx, entry_id)
  // A bulk edit is of works alone.
  if (entry?.subject_kind !== 'series' || entry.work_id === null) return throwProblem('not_found')
  return { work_id: entry.work_id, title: entry.subject_name }
}

class Refusal extends Error {
  readonly code: BulkRefusal
  constructor(code: BulkRefusal) {
    super(code)
    this.code = code
  }
}

type Subject = Pick<BulkResult, 'id' | 'title'>

/**
 * Runs the edit of one work.
 * @param edit fills in its subject once that is known, and resolves to the audit log entry; null if nothing changed.
 * @throws what is not caused by the work, such as an unreachable database.
 */
async function resultOf(
  id: number,
  edit: (subject: Subject) => Promise<number | null>,
): Promise<BulkResult> {
  const subject: Subject = { id, title: null }
  try {
    const entry_id = await edit(subject)
    const outcome = entry_id === null ? 'unchanged' : 'changed'
    return { ...subject, outcome, refusal: null, entry_id }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { ...subject, outcome: 'refused', refusal, entry_id: null }
  }
}

function refusalOf(error: unknown): BulkRefusal | undefined {
  if (error instanceof Refusal) return error.code
  if (!(error instanceof ProblemError)) return undefined
  if (error.code === 'edit_conflict' || error.code === 'not_found') return error.code
  // An entry that cannot be undone is not one of a bulk edit.
  if (error.code === 'conflict') return 'not_found'
  return error.fields.some(({ code }) => code === 'in_the_past') ? 'in_the_past' : undefined
}
