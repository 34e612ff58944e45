import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { importCopy } from '../import/import.copy.ts'
import { type FieldChanges, diffEdit, type VersionedEdit } from './versioned-edit.ts'
import {
  insertRow,
  type LockedSeason,
  lockSeason,
  lockSeries,
  readLastEpisode,
  readLastSeasonNumber,
  updateRow,
} from './edit-queries.ts'

/** @throws `not_found`; `edit_conflict` */
export async function updateSeason(
  tx: Tx,
  id: number,
  edit: VersionedEdit<{ title: string }>,
): Promise<{ change: FieldChanges<{ title: string }> | null; season: LockedSeason }> {
  const season = (await lockSeason(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<{ title: string }>(season, edit)
  if (change) await updateRow(tx, 'seasons', id, change.after)
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
  const number = requestedNumber ?? (await readLastSeasonNumber(tx, series_id)) + 1
  const finalTitle = title ?? importCopy.season(number)
  const id = await insertRow(tx, 'seasons', { series_id, number, title: finalTitle })
  return { id, number, title: finalTitle, series_title: series.title }
}

/**
 * Adds an episode to a season, with the price and access of the previous episode. In a published work it is unpublished
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
  const last = await readLastEpisode(tx, season_id)
  if (last && !series.is_series) throwProblem('conflict')
  const { number: lastNumber = 0, ...saleTerms } = last ?? {}
  const number = requestedNumber ?? lastNumber + 1
  if (number > 100_000) throwProblem('conflict')
  const finalTitle = title ?? importCopy.episode(number)
  const id = await insertRow(tx, 'episodes', {
    ...{ series_id, season_id, number, title: finalTitle, ...saleTerms },
    ...{ is_hidden: !series.is_hidden, is_unpublished: !series.is_hidden },
    created_at: now.toISOString(),
  })
  return { id, number, title: finalTitle, series_id, series_title: series.title }
}
