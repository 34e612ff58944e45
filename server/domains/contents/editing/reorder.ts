import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { lockNumbers, type NumberedRows, updateNumbers } from './edit-queries.ts'

const maxNumbers = { seasons: 32_767, episodes: 100_000 }

/** Ids in the current and in the new order. */
type Reordering = { from: readonly number[]; to: readonly number[] }

/** Reorders the seasons of a work. @throws the refusals of `reorder` */
export const reorderSeasons = (tx: Tx, series_id: number, order: Reordering) =>
  reorder(tx, { table: 'seasons', parent: 'series_id', parent_id: series_id }, order)

/** Reorders the episodes of a season. @throws the refusals of `reorder` */
export const reorderEpisodes = (tx: Tx, season_id: number, order: Reordering) =>
  reorder(tx, { table: 'episodes', parent: 'season_id', parent_id: season_id }, order)

/**
 * Reassigns the existing numbers, so that gaps are kept and the change can be undone. The caller holds the lock of the
 * parent.
 * @returns whether any row moved.
 * @throws `edit_conflict` if `from` is not the current order; `invalid_request` if `to` does not have the same ids;
 *   `conflict` if the temporary numbers exceed the maximum.
 */
async function reorder(tx: Tx, list: NumberedRows, { from, to }: Reordering): Promise<boolean> {
  const rows = await lockNumbers(tx, list)
  if (rows.map(({ id }) => id).join() !== from.join()) throwProblem('edit_conflict')
  if (from.toSorted((a, b) => a - b).join() !== to.toSorted((a, b) => a - b).join())
    throwProblem('invalid_request', { fields: [{ field: 'to', code: 'invalid_choice' }] })
  const moved = to.flatMap((id, index) => (id === from[index] ? [] : [{ id, index }]))
  if (moved.length === 0) return false
  const last = rows.at(-1)?.number ?? 0
  if (last + rows.length > maxNumbers[list.table]) throwProblem('conflict')
  // Move to free numbers first, because the numbers are unique at any time.
  for (const numberOf of [
    (index: number) => last + 1 + index,
    (index: number) => rows[index]?.number ?? 0,
  ])
    await updateNumbers(
      tx,
      list.table,
      moved.map(({ id, index }) => ({ id, number: numberOf(index) })),
    )
  return true
}
