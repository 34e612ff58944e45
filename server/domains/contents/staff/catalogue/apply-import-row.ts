import type { EpisodeFields, WorkFields } from '#contract/contents/staff/catalogue.ts'
import type { ImportColumn } from '#contract/contents/staff/catalogue-import.ts'
import type { Tx } from '#server/db/client.ts'
import type { FieldChanges } from '../../editing/versioned-edit.ts'
import { importCopy } from '../../import/import.copy.ts'
import { lockEpisode, lockSeason, lockWork } from '../../editing/edit-queries.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { catalogueReasons, csvCopy } from './catalogue.copy.ts'
import { findEpisodeId, findImportedWork, findSeasonId } from './import-queries.ts'
import type { CsvCellError, CsvImportRow } from './read-import-csv.ts'
import {
  createEpisodeAudited,
  createSeasonAudited,
  createWorkAudited,
  type Editor,
  updateEpisodeAudited,
  updateSeasonAudited,
  updateWorkAudited,
} from './audited-edits.ts'

/** A rejected row with the errors of its cells. */
export class RowRejectedError extends Error {
  readonly faults: CsvCellError[]
  constructor(faults: CsvCellError[]) {
    super('import row rejected')
    this.faults = faults
  }
}
const rejectRow = (column: CsvCellError['column'], detail: string): never => {
  throw new RowRejectedError([{ column, detail }])
}

export type ParsedRow = {
  line: number
  input: CsvImportRow
  /** Whether a row of the file publishes the work, now or at an instant: the episodes that the file adds then are, too. */
  isPublished: boolean
}

type ImportedRow = {
  name: string
  state: 'added' | 'changed' | 'unchanged'
  changes: { column: ImportColumn; before: unknown; after: unknown }[]
}

/** Maps each field to its CSV column. */
export const workColumns: Partial<Record<keyof WorkFields, ImportColumn>> = {
  title: 'title',
  title_original: 'title_original',
  synopsis: 'synopsis',
  released_on: 'year',
  age_rating: 'age_rating',
  category_ids: 'categories',
  is_dubbed: 'is_dubbed',
  is_unpublished: 'is_unpublished',
  publish_at: 'publish_at',
  unpublish_at: 'unpublish_at',
  territories: 'territories',
  licence_notes: 'licence_notes',
}
const episodeColumns: Partial<Record<keyof EpisodeFields, ImportColumn>> = {
  title: 'episode_title',
  synopsis: 'episode_synopsis',
  price: 'price',
  rental_price: 'rental_price',
  is_free: 'is_free',
  in_subscription: 'in_subscription',
  orientation: 'orientation',
}

/**
 * Applies one row through the same audited edits as the editor. Empty cells and unchanged values are not written, so
 * importing the same row again changes nothing.
 * @throws RowRejectedError
 */
export async function applyImportRow(
  tx: Tx,
  editor: Editor,
  { line, input, isPublished }: ParsedRow,
): Promise<ImportedRow> {
  const importer = { ...editor, reason: catalogueReasons.imported(line) }
  const existing = await findWork(tx, input.work)
  if (existing && input.kind && existing.is_series !== (input.kind === 'series'))
    rejectRow('kind', csvCopy.fixed_kind)
  const id = existing?.id ?? (await newWork(tx, importer, input))
  const work = (await lockWork(tx, id)) ?? rejectRow('work', csvCopy.unknown_work)
  const { title, title_original, synopsis, year, age_rating, categories, is_dubbed } = input
  const { publish_at, unpublish_at, territories, licence_notes } = input
  const isOtherYear = year !== undefined && work.released_on?.slice(0, 4) !== String(year)
  const edited = {
    title,
    title_original,
    synopsis,
    age_rating,
    is_dubbed,
    category_ids: categories,
    released_on: isOtherYear ? `${year}-01-01` : undefined,
    is_unpublished: input.is_unpublished ?? (!existing && publish_at ? false : undefined),
    publish_at,
    unpublish_at,
    territories,
    licence_notes,
  }
  const edit = { version: work.version, changes: edited }
  const update = updateWorkAudited(tx, importer, id, edit, { acceptsPast: true })
  const workChange = await withColumnNames(workColumns, update)

  const isSeries = existing ? existing.is_series : input.kind === 'series'
  const children = await applyChildren(tx, importer, { id, isSeries, isPublished, input })
  const changes = [
    ...changesByColumn(workColumns, workChange),
    ...changesByColumn<{ title: string }>({ title: 'season_title' }, children.season),
    ...changesByColumn(episodeColumns, children.episode),
  ]
  const isAdded = !existing || children.isAdded
  const episodeSuffix = input.episode === undefined ? '' : ` ${importCopy.episode(input.episode)}`
  return {
    name: `${title ?? work.title}${episodeSuffix}`,
    state: isAdded ? 'added' : changes.length > 0 ? 'changed' : 'unchanged',
    changes,
  }
}

const changesByColumn = <F>(
  columns: Partial<Record<keyof F, ImportColumn>>,
  change: FieldChanges<F> | null,
): ImportedRow['changes'] =>
  (Object.keys(change?.after ?? {}) as (keyof F)[]).map((field) => ({
    column: columns[field] ?? 'work',
    before: change?.before[field],
    after: change?.after[field],
  }))

const keyOf = (name: string) => `csv:${name}`

/** @returns undefined for a name that no earlier row or import has used. */
async function findWork(tx: Tx, name: string) {
  if (!/^\d{1,9}$/.test(name)) return findImportedWork(tx, { import_key: keyOf(name) })
  const work = await findImportedWork(tx, { id: Number(name) })
  return work ?? rejectRow('work', csvCopy.unknown_work)
}

async function newWork(tx: Tx, editor: Editor, input: CsvImportRow) {
  const { kind, title, age_rating, categories = [] } = input
  const missing = Object.entries({ kind, title, age_rating }).flatMap(([column, value]) =>
    value === undefined ? [{ column: column as ImportColumn, detail: importCopy.missing }] : [],
  )
  if (!kind || !title || !age_rating) throw new RowRejectedError(missing)
  const work = {
    title,
    age_rating,
    category_ids: categories,
    is_series: kind === 'series',
    import_key: keyOf(input.work),
  }
  return createWorkAudited(tx, editor, work)
}

type ChildChanges = {
  season: FieldChanges<{ title: string }> | null
  episode: FieldChanges<EpisodeFields> | null
  isAdded: boolean
}

/** Adds or updates the season and the episode of a row. A film already has both. */
async function applyChildren(
  tx: Tx,
  editor: Editor,
  { id, isSeries, isPublished, input }: Omit<ParsedRow, 'line'> & { id: number; isSeries: boolean },
): Promise<ChildChanges> {
  const { episode_title, episode_synopsis, price, rental_price, is_free } = input
  const changes = {
    price,
    is_free,
    title: episode_title,
    synopsis: episode_synopsis,
    // A rental price of 0 would be a free rental, so 0 removes the rental offer.
    rental_price: rental_price === 0 ? null : rental_price,
    in_subscription: input.in_subscription,
    orientation: input.orientation,
  }
  const hasEpisodeFields = Object.values(changes).some((value) => value !== undefined)
  const episodeNumber = input.episode ?? (isSeries ? undefined : 1)
  if (hasEpisodeFields && episodeNumber === undefined) rejectRow('episode', importCopy.missing)
  const children: ChildChanges = { season: null, episode: null, isAdded: false }
  const { season_title } = input
  const includesEpisode = input.episode !== undefined || (hasEpisodeFields && !isSeries)
  if (input.season === undefined && season_title === undefined && !includesEpisode) return children

  const seasonNumber = input.season ?? 1
  if (!isSeries && (seasonNumber > 1 || (episodeNumber ?? 1) > 1))
    rejectRow(seasonNumber > 1 ? 'season' : 'episode', csvCopy.film_has_one)
  const existingSeasonId = await findSeasonId(tx, id, seasonNumber)
  const newSeason = { number: seasonNumber, title: season_title }
  const season_id = existingSeasonId ?? (await createSeasonAudited(tx, editor, id, newSeason))
  children.isAdded ||= existingSeasonId === undefined
  const season = await lockSeason(tx, season_id)
  if (season && season_title !== undefined) {
    const edit = { version: season.version, changes: { title: season_title } }
    children.season = (await updateSeasonAudited(tx, editor, season_id, edit)).change
  }
  if (!includesEpisode || episodeNumber === undefined) return children

  const existingEpisodeId = await findEpisodeId(tx, season_id, episodeNumber)
  const newEpisode = { number: episodeNumber, title: episode_title, is_published: isPublished }
  const episode_id =
    existingEpisodeId ?? (await createEpisodeAudited(tx, editor, season_id, newEpisode)).id
  children.isAdded ||= existingEpisodeId === undefined
  const episode = await lockEpisode(tx, episode_id)
  if (!episode) return children
  // Setting is_free clears the prices and setting a price clears is_free, so a row need not state both.
  const normalizedChanges = {
    ...changes,
    ...(is_free === true && price === undefined && { price: 0 }),
    ...(is_free === true && rental_price === undefined && { rental_price: null }),
    ...(is_free === undefined && (price ?? 0) > 0 && { is_free: false }),
  }
  const edit = { version: episode.version, changes: normalizedChanges }
  const updated = updateEpisodeAudited(tx, editor, episode_id, edit)
  children.episode = (await withColumnNames(episodeColumns, updated)).change
  return children
}

/** Converts a field error to an error of the matching CSV column. */
async function withColumnNames<T>(
  columns: Partial<Record<string, ImportColumn>>,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProblemError) || error.fields.length === 0) throw error
    throw new RowRejectedError(
      error.fields.map(({ field, code }) => ({
        column: columns[field.replace('changes.', '')] ?? '',
        detail: fieldErrorTexts.get(code) ?? importCopy.wrongFormat,
      })),
    )
  }
}

const fieldErrorTexts = new Map(
  Object.entries({
    free_has_no_price: importCopy.freeWithPrice,
    not_obtainable: importCopy.notForSale,
    before_start: csvCopy.before_start,
  }),
)
