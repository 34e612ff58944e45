import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'

type NumberedTable = {
  table: 'seasons' | 'episodes'
  parent: 'series_id' | 'season_id'
  maxNumber: number
}
const seasons: NumberedTable = { table: 'seasons', parent: 'series_id', maxNumber: 32_767 }
const episodes: NumberedTable = { table: 'episodes', parent: 'season_id', maxNumber: 100_000 }

export type Reordering = { from: readonly number[]; to: readonly number[] }

/** Reorders the seasons of a work. @throws the refusals of `reorder` */
export const reorderSeasons = (tx: Tx, series_id: number, order: Reordering) =>
  reorder(tx, seasons, series_id, order)

/** Reorders the episodes of a season. @throws the refusals of `reorder` */
export const reorderEpisodes = (tx: Tx, season_id: number, order: Reordering) =>
  reorder(tx, episodes, season_id, order)

/**
 * Reassigns the existing numbers, so that gaps are kept and the change can be undone. The caller holds the lock of the
 * parent.
 * @returns whether any row moved.
 * @throws `edited_meanwhile` if `from` is not the current order; `invalid_request` if `to` does not have the same ids;
 *   `conflict` if the temporary numbers exceed the maximum.
 */
async function reorder(
  tx: Tx,
  { table, parent, maxNumber }: NumberedTable,
  parent_id: number,
  { from, to }: Reordering,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; number: number }>`
    select id, number from ${sql.table(table)} where ${sql.ref(parent)} = ${parent_id}
    order by number for no key update`.execute(tx)
  if (rows.map(({ id }) => id).join() !== from.join()) throwProblem('edited_meanwhile')
  if (from.toSorted((a, b) => a - b).join() !== to.toSorted((a, b) => a - b).join())
    throwProblem('invalid_request', { fields: [{ field: 'to', code: 'not_in_list' }] })
  const moved = to.flatMap((id, index) => (id === from[index] ? [] : [{ id, index }]))
  if (moved.length === 0) return false
  const last = rows.at(-1)?.number ?? 0
  if (last + rows.length > maxNumber) throwProblem('conflict')
  // Move to free numbers first, because the numbers are unique at any time.
  const assignNumbers = (numberOf: (index: number) => number) => sql`
    update ${sql.table(table)} as t set number = w.number
    from jsonb_to_recordset(${JSON.stringify(
      moved.map(({ id, index }) => ({ id, number: numberOf(index) })),
    )}::jsonb) as w (id int, number int)
    where t.id = w.id`
  await assignNumbers((index) => last + 1 + index).execute(tx)
  await assignNumbers((index) => rows[index]?.number ?? 0).execute(tx)
  return true
}
