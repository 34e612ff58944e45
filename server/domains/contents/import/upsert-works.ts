/**
 * Inserts or updates works from catalogue lines. Absent fields, seasons and episodes are kept. Unchanged values are not
 * written, so that a second run writes and notifies nothing.
 */
import type { Tx } from '#server/db/client.ts'
import type { ImportCategories } from './category-queries.ts'
import { importCopy } from './import.copy.ts'
import type { ImportRow } from './parse-import-row.ts'
import {
  type CurrentWork,
  type EpisodeFile,
  findMissingVideos,
  insertMissingPeople,
  lockImportedWorks,
  type Person,
  readImportedIds,
  replaceCast,
  type SeriesRow,
  upsertEpisodes,
  upsertSeasons,
  upsertSeries,
} from './upsert-queries.ts'
import { applySchedules } from '../editing/schedule-queries.ts'
import { resolveCategories } from './resolve-categories.ts'

export type UpsertResult = {
  /** Keyed by the `id` of the line. */
  states: Map<number, 'added' | 'changed' | 'unchanged'>
  /** Episodes with a `file` and without an asset. */
  files: EpisodeFile[]
}

export const importKey = (line: Pick<ImportRow, 'id'>) => `catalogue:${line.id}`

/** Inserts or updates the works of these lines. Locks the existing works (`for update`). */
export async function upsertWorks(
  tx: Tx,
  lines: readonly ImportRow[],
  { categories, now }: { categories: ImportCategories; now: Date },
): Promise<UpsertResult> {
  const keys = lines.map(importKey)
  const existing = await lockImportedWorks(tx, keys)
  const seriesRows = lines.map((line) => seriesRow(line, existing.get(importKey(line)), categories))
  const changedSeries = await upsertSeries(tx, seriesRows, now)
  await applySchedules(tx, 'series', changedSeries, now)
  const ids = await readImportedIds(tx, keys)
  const works = lines.map((line, index) => {
    const { is_series = false } = seriesRows[index] ?? {}
    return { line, series_id: ids.get(importKey(line)) ?? 0, seasons: seasonsOf(line, is_series) }
  })

  const changedCast = await replaceCasts(tx, works)
  const changedSeasons = await upsertSeasons(
    tx,
    works.flatMap(({ series_id, seasons }) =>
      seasons.map(({ number, title }) => ({
        series_id,
        number,
        title,
        default_title: title ?? importCopy.season(number),
      })),
    ),
  )
  const episodes = works.flatMap(({ line, series_id, seasons }) =>
    seasons.flatMap((season) =>
      season.episodes.map((episode) => ({
        ...episode,
        id: line.id,
        series_id,
        season: season.number,
        default_title: episode.title ?? importCopy.episode(episode.number),
        price: episode.is_free ? 0 : episode.price,
      })),
    ),
  )
  const changedEpisodes = await upsertEpisodes(tx, episodes, now)
  const changed = new Set([changedSeries, changedCast, changedSeasons, changedEpisodes].flat())
  return {
    states: new Map(
      works.map(({ line, series_id }) => [
        line.id,
        !existing.has(importKey(line)) ? 'added' : changed.has(series_id) ? 'changed' : 'unchanged',
      ]),
    ),
    files: await findMissingVideos(
      tx,
      episodes.filter(({ file }) => file !== undefined),
    ),
  }
}

type Season = NonNullable<ImportRow['seasons']>[number]

/** The series row of a line. */
function seriesRow(
  line: ImportRow,
  before: CurrentWork | undefined,
  categories: ImportCategories,
): SeriesRow {
  const hasManyEpisodes =
    line.seasons !== undefined &&
    (line.seasons.length > 1 || line.seasons.some(({ episodes }) => episodes.length > 1))
  // A line with one episode or none does not turn an existing series into a film.
  const is_series = hasManyEpisodes || before?.is_series === true
  return {
    key: importKey(line),
    title: line.title,
    title_original:
      line.title_original === undefined ? (before?.title_original ?? null) : line.title_original,
    synopsis: line.synopsis ?? null,
    category_ids: line.categories
      ? [...new Set(line.categories)].sort((a, b) => a - b)
      : resolveCategories({ ...line, is_series }, categories, before),
    age_rating: line.age_rating,
    released_on: line.year === undefined ? (before?.released_on ?? null) : firstDay(line.year),
    is_series,
    countries: line.countries ?? null,
    keywords: line.genres ?? null,
    is_dubbed: line.is_dubbed ?? null,
    territories: line.territories ?? null,
    licence_notes: line.licence_notes ?? null,
    // A film with a licence must not be public before anybody decided so.
    is_unpublished: line.is_unpublished ?? before?.is_unpublished ?? !line.publish_at,
    publish_at: line.publish_at === undefined ? (before?.publish_at ?? null) : line.publish_at,
    unpublish_at:
      line.unpublish_at === undefined ? (before?.unpublish_at ?? null) : line.unpublish_at,
    // External rating counts only affect the order of search results; averages come from reviews.
    rating_count:
      line.ratings === undefined
        ? (before?.imported_rating_count ?? 0)
        : (line.ratings?.count ?? 0),
  }
}

const firstDay = (year: number | null) => (year === null ? null : `${year}-01-01`)

/** The seasons of a line; a film implies one season with one episode. */
function seasonsOf({ title, seasons }: ImportRow, is_series: boolean): Season[] {
  const film = { number: 1, title: importCopy.filmSeason, episodes: [{ number: 1, title }] }
  return seasons ?? (is_series ? [] : [film])
}

/**
 * Replaces the cast by the people of a line, leading ones first. Catalogues have no other roles.
 * @returns the ids of the changed series.
 */
async function replaceCasts(
  tx: Tx,
  works: readonly { line: ImportRow; series_id: number }[],
): Promise<number[]> {
  const identity = ({ name, name_original }: Person) => JSON.stringify([name, name_original])
  const casts = works.flatMap(({ line, series_id }) => {
    if (!line.people) return []
    const byLead = line.people.toSorted((a, b) => Number(b.leading) - Number(a.leading))
    const people = new Map(
      byLead.map(({ name, name_original }) => [
        identity({ name, name_original }),
        { name, name_original },
      ]),
    )
    return [{ series_id, people }]
  })
  const allPeople = [...new Map(casts.flatMap(({ people }) => [...people])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, person]) => person)
  const catalogued = await insertMissingPeople(tx, allPeople)
  const ids = new Map(catalogued.map((person) => [identity(person), person.id]))
  return replaceCast(
    tx,
    casts.map(({ series_id }) => series_id),
    casts.flatMap(({ series_id, people }) =>
      [...people.keys()].map((key, position) => ({ series_id, person_id: ids.get(key), position })),
    ),
  )
}
