import type { Tx } from '#server/db/client.ts'
import { type FieldError, throwProblem } from '#server/shared/problem-error.ts'
import { importCopy } from '../import/import.copy.ts'
import { diffEdit, type FieldChanges, type VersionedEdit } from './versioned-edit.ts'
import {
  insertRow,
  type LockedEpisode,
  type LockedSeason,
  lockEpisode,
  lockNumbers,
  lockSeason,
  lockSeries,
  type NumberedRows,
  readLastEpisode,
  readLastSeasonNumber,
  setFirstRelease,
  updateNumbers,
  updateRow,
} from './edit-queries.ts'
import type { EpisodeFields } from '#contract/contents/staff/catalogue.ts'
import { isRescheduled, validateSchedule } from './schedule-policy.ts'
import { applySchedules } from './schedule-queries.ts'

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

/** `is_published`: released with its work, also where that is public already. */
type NewEpisode = NewItem & { is_published?: boolean }

/**
 * Adds a season to a series.
 * @throws `not_found`; `conflict` for a film, which has one season
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
 * until staff publish it, unless `is_published`; in an unpublished work it is published with the work.
 * @throws `not_found`; `conflict` if the work is a film that has its episode
 */
export async function createEpisode(
  tx: Tx,
  season_id: number,
  { title, number: requestedNumber, is_published = false }: NewEpisode,
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
  const isUnpublished = !series.is_hidden && !is_published
  const id = await insertRow(tx, 'episodes', {
    series_id,
    season_id,
    number,
    title: finalTitle,
    ...saleTerms,
    is_hidden: isUnpublished,
    is_unpublished: isUnpublished,
    released_at: is_published ? (series.publish_at ?? now.toISOString()) : null,
    created_at: now.toISOString(),
  })
  return { id, number, title: finalTitle, series_id, series_title: series.title }
}

/**
 * Updates fields of an episode. A new price applies to later orders; existing orders keep theirs. The start of
 * publication is also the release date.
 * @returns the changes, or null if nothing changed; and the updated episode.
 * @throws `not_found`; `edit_conflict`; `invalid_request` for an invalid price or schedule
 */
export async function updateEpisode(
  tx: Tx,
  id: number,
  edit: VersionedEdit<EpisodeFields>,
  now: Date,
): Promise<{ change: FieldChanges<EpisodeFields> | null; episode: LockedEpisode }> {
  const current = (await lockEpisode(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<EpisodeFields>(current, edit)
  if (!change) return { change, episode: current }
  const { after } = change
  const updated = { ...current, ...after }
  checkPrices(updated)
  validateSchedule(current, updated, now)
  const { thumbnail, ...columns } = after
  await updateRow(tx, 'episodes', id, {
    ...columns,
    is_unpublished: updated.is_unpublished,
    ...(thumbnail !== undefined && {
      thumbnail_key: thumbnail?.key ?? null,
      ...(thumbnail && { thumbnail_color: thumbnail.color }),
    }),
  })
  if (isRescheduled(after)) {
    // The public release date: the scheduled instant, or now when the episode is first published.
    const { publish_at, is_unpublished } = updated
    const isBroughtForward = current.publish_at !== null && !is_unpublished
    const released_at = publish_at ?? (isBroughtForward ? now.toISOString() : null)
    if (released_at !== null) await updateRow(tx, 'episodes', id, { released_at })
    else if (!is_unpublished) await setFirstRelease(tx, id, now)
    await applySchedules(tx, 'episodes', [id], now)
  }
  return { change, episode: updated }
}

/** Mirrors the table's constraints as field errors. */
function checkPrices({ is_free, price, rental_price, in_subscription }: EpisodeFields) {
  const errors: FieldError[] = []
  if (is_free && price > 0) errors.push({ field: 'changes.price', code: 'free_has_no_price' })
  if (is_free && rental_price !== null)
    errors.push({ field: 'changes.rental_price', code: 'free_has_no_price' })
  if (!is_free && price === 0 && !in_subscription)
    errors.push({ field: 'changes.in_subscription', code: 'not_obtainable' })
  if (errors.length > 0) throwProblem('invalid_request', { fields: errors })
}

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
