import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'

type Places = { table: 'seasons' | 'episodes'; parent: 'series_id' | 'season_id'; most: number }
const seasons: Places = { table: 'seasons', parent: 'series_id', most: 32_767 }
const episodes: Places = { table: 'episodes', parent: 'season_id', most: 100_000 }

export type Reordering = { from: readonly number[]; to: readonly number[] }

/** Puts the seasons of a work in another order. @throws Refusal, as `putInOrder` */
export const reorderSeasons = (tx: Tx, series_id: number, order: Reordering) =>
  putInOrder(tx, seasons, series_id, order)

/** Puts the episodes of a season in another order. @throws Refusal, as `putInOrder` */
export const reorderEpisodes = (tx: Tx, season_id: number, order: Reordering) =>
  putInOrder(tx, episodes, season_id, order)

/**
 * The numbers stay the ones there are, dealt out anew, so that gaps and the way back stay what they were. The caller
 * holds the parent.
 * @returns whether anything moved.
 * @throws Refusal `edited_meanwhile` where `from` is not the order that stands, `invalid_request` where `to` is not
 * the same ones
 */
async function putInOrder(
  tx: Tx,
  { table, parent, most }: Places,
  parent_id: number,
  { from, to }: Reordering,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; number: number }>`
    select id, number from ${sql.table(table)} where ${sql.ref(parent)} = ${parent_id}
    order by number for no key update`.execute(tx)
  if (rows.map(({ id }) => id).join() !== from.join()) throwProblem('edited_meanwhile')
  if (from.toSorted((a, b) => a - b).join() !== to.toSorted((a, b) => a - b).join())
    throwProblem('invalid_request', { fields: [{ field: 'to', code: 'not_in_list' }] })
  const moved = to.flatMap((id, place) => (id === from[place] ? [] : [{ id, place }]))
  if (moved.length === 0) return false
  const last = rows.at(-1)?.number ?? 0
  if (last + rows.length > most) throwProblem('conflict')
  // First out of each other's way: a number is had but once at any time.
  const put = (numberOf: (place: number) => number) => sql`
    update ${sql.table(table)} as t set number = w.number
    from jsonb_to_recordset(${JSON.stringify(
      moved.map(({ id, place }) => ({ id, number: numberOf(place) })),
    )}::jsonb) as w (id int, number int)
    where t.id = w.id`
  await put((place) => last + 1 + place).execute(tx)
  await put((place) => rows[place]?.number ?? 0).execute(tx)
  return true
}
