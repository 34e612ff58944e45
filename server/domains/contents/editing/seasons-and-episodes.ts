import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { importCopy } from '../import/import.copy.ts'
import { type FieldChanges, diffEdit, type VersionedEdit } from './versioned-edit.ts'
import { type LockedSeason, lockSeason } from './lock-for-edit.ts'

/** @throws `not_found`; `edited_meanwhile` */
export async function updateSeason(
  tx: Tx,
  id: number,
  edit: VersionedEdit<{ title: string }>,
): Promise<{ change: FieldChanges<{ title: string }> | null; season: LockedSeason }> {
  const season = (await lockSeason(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<{ title: string }>(season, edit)
  if (change) await tx.updateTable('seasons').set(change.after).where('id', '=', id).execute()
  return { change, season: { ...season, ...change?.after } }
}

/** Without `number` the item is added after the last one. */
type NewItem = { title?: string | undefined; number?: number }

/**
 * Adds a season to a series.
 * @throws `not_found`; `conflict` for a film, which has one season (D-30)
 */
export async function createSeason(
  tx: Tx,
  series_id: number,
  { title, number: requestedNumber }: NewItem,
): Promise<{ id: number; number: number; title: string; series_title: string }> {
  const series = (await lockSeries(tx, series_id)) ?? throwProblem('not_found')
  if (!series.is_series) throwProblem('conflict')
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0) as last from seasons where series_id = ${series_id}`.execute(tx)
  const number = requestedNumber ?? (rows[0]?.last ?? 0) + 1
  const finalTitle = title ?? importCopy.season(number)
  const { id } = await tx
    .insertInto('seasons')
    .values({ series_id, number, title: finalTitle })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number, title: finalTitle, series_title: series.title }
}

/**
 * Adds an episode to a season, with the price and access of the previous episode. In a published work it is withheld
 * until staff publish it; in an unpublished work it is published with the work.
 * @throws `not_found`; `conflict` if the work is a film that has its episode
 */
export async function createEpisode(
  tx: Tx,
  season_id: number,
  { title, number: requestedNumber }: NewItem,
  now: Date,
): Promise<{ id: number; number: number; title: string; series_id: number; series_title: string }> {
  const season = (await lockSeason(tx, season_id)) ?? throwProblem('not_found')
  const { series_id } = season
  const series = (await lockSeries(tx, series_id)) ?? throwProblem('not_found')
  const last = await tx
    .selectFrom('episodes')
    .select(['number', 'is_free', 'price', 'rental_price', 'in_subscription', 'orientation'])
    .where('season_id', '=', season_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last && !series.is_series) throwProblem('conflict')
  const { number: lastNumber = 0, ...saleTerms } = last ?? {}
  const number = requestedNumber ?? lastNumber + 1
  if (number > 100_000) throwProblem('conflict')
  const finalTitle = title ?? importCopy.episode(number)
  const { id } = await tx
    .insertInto('episodes')
    .values({
      ...{ series_id, season_id, number, title: finalTitle, ...saleTerms },
      ...{ is_hidden: !series.is_hidden, is_unpublished: !series.is_hidden },
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number, title: finalTitle, series_id, series_title: series.title }
}

/** Locks the row of a work whose seasons or episodes are added or reordered (`for no key update`). */
export async function lockSeries(tx: Tx, id: number) {
  return tx
    .selectFrom('series')
    .select(['id', 'title', 'is_series', 'is_hidden'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
