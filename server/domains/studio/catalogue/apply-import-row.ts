import type { EpisodeFields, WorkFields } from '#contract/studio/catalogue.ts'
import type { ImportColumn } from '#contract/studio/catalogue-import.ts'
import type { Tx } from '#server/db/client.ts'
import {
  type FieldChanges,
  lockEpisode,
  lockSeason,
  lockWork,
  importCopy,
} from '#server/domains/contents/index.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { catalogueReasons, csvCopy } from './catalogue.copy.ts'
import type { CsvImportRow, CsvCellError } from './parse-import-row.ts'
import {
  createEpisodeAudited,
  createSeasonAudited,
  createWorkAudited,
  updateEpisodeAudited,
  updateSeasonAudited,
  updateWorkAudited,
  type Editor,
} from './audited-edits.ts'

/** A line that does not go in, and why. */
export class RowRejectedError extends Error {
  readonly faults: CsvCellError[]
  constructor(faults: CsvCellError[]) {
    super('line refused')
    this.faults = faults
  }
}
const no = (column: CsvCellError['column'], detail: string): never => {
  throw new RowRejectedError([{ column, detail }])
}

export type ImportedRow = {
  name: string
  state: 'added' | 'changed' | 'unchanged'
  changes: { column: ImportColumn; before: unknown; after: unknown }[]
}

/** Which column a field stands in. */
const workColumns: Partial<Record<keyof WorkFields, ImportColumn>> = {
  title: 'title',
  title_original: 'title_original',
  synopsis: 'synopsis',
  released_on: 'year',
  age_rating: 'age_rating',
  category_ids: 'categories',
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
 * Takes one line in by the same edits as the screen makes, each with its act. What the line does not say stays, and what
 * is so already is not written, so that the same line again does nothing.
 * @throws LineRefused
 */
export async function applyImportRow(
  tx: Tx,
  editor: Editor,
  { line, said }: { line: number; said: CsvImportRow },
): Promise<ImportedRow> {
  const cause = { reason: catalogueReasons.imported(line) }
  const found = await findWork(tx, said.work)
  if (found && said.kind && found.is_series !== (said.kind === 'series'))
    no('kind', csvCopy.fixed_kind)
  const id = found?.id ?? (await newWork(tx, editor, said, cause))
  const changes: ImportedRow['changes'] = []
  const note = <F>(
    columns: Partial<Record<keyof F, ImportColumn>>,
    change: FieldChanges<F> | null,
  ) => {
    for (const field of Object.keys(change?.after ?? {}) as (keyof F)[])
      changes.push({
        column: columns[field] ?? 'work',
        before: change?.before[field],
        after: change?.after[field],
      })
  }

  const work = (await lockWork(tx, id)) ?? no('work', csvCopy.unknown_work)
  const { title, title_original, synopsis, year, age_rating, categories } = said
  const isOtherYear = year !== undefined && work.released_on?.slice(0, 4) !== String(year)
  const edited = {
    ...{ title, title_original, synopsis, age_rating },
    category_ids: categories,
    released_on: isOtherYear ? `${year}-01-01` : undefined,
  }
  const worded = inColumns(workColumns)
  note(
    workColumns,
    await worded(
      updateWorkAudited(tx, editor, id, { version: work.version, changes: edited }, cause),
    ),
  )

  const isSeries = found ? found.is_series : said.kind === 'series'
  const below = await takeBelow(tx, editor, { id, isSeries, said }, cause)
  note<{ title: string }>({ title: 'season_title' }, below.season)
  note(episodeColumns, below.episode)
  const isAdded = !found || below.isAdded
  const place = said.episode === undefined ? '' : ` ${importCopy.episode(said.episode)}`
  return {
    name: `${title ?? work.title}${place}`,
    state: isAdded ? 'added' : changes.length > 0 ? 'changed' : 'unchanged',
    changes,
  }
}

const keyOf = (name: string) => `csv:${name}`

async function findWork(tx: Tx, name: string) {
  const isNumber = /^\d{1,9}$/.test(name)
  const row = await tx
    .selectFrom('series')
    .select(['id', 'is_series'])
    .where(isNumber ? 'id' : 'import_key', '=', isNumber ? Number(name) : keyOf(name))
    .executeTakeFirst()
  return row ?? (isNumber ? no('work', csvCopy.unknown_work) : undefined)
}

async function newWork(tx: Tx, editor: Editor, said: CsvImportRow, cause: { reason: string }) {
  const { kind, title, age_rating, categories = [] } = said
  const missing = Object.entries({ kind, title, age_rating }).flatMap(([column, value]) =>
    value === undefined ? [{ column: column as ImportColumn, detail: importCopy.missing }] : [],
  )
  if (!kind || !title || !age_rating) throw new RowRejectedError(missing)
  const work = {
    ...{ title, age_rating, category_ids: categories },
    is_series: kind === 'series',
    import_key: keyOf(said.work),
  }
  return createWorkAudited(tx, editor, work, cause)
}

type Below = {
  season: FieldChanges<{ title: string }> | null
  episode: FieldChanges<EpisodeFields> | null
  isAdded: boolean
}

/** The season and the episode of a line. A film's are there. */
async function takeBelow(
  tx: Tx,
  editor: Editor,
  { id, isSeries, said }: { id: number; isSeries: boolean; said: CsvImportRow },
  cause: { reason: string },
): Promise<Below> {
  const { episode_title, episode_synopsis, price, rental_price, is_free } = said
  const changes = {
    ...{ price, is_free, title: episode_title, synopsis: episode_synopsis },
    // Nothing is let for nothing: 0 takes 대여 away.
    rental_price: rental_price === 0 ? null : rental_price,
    in_subscription: said.in_subscription,
    orientation: said.orientation,
  }
  const saysEpisode = Object.values(changes).some((value) => value !== undefined)
  const episodeNumber = said.episode ?? (isSeries ? undefined : 1)
  if (saysEpisode && episodeNumber === undefined) no('episode', importCopy.missing)
  const below: Below = { season: null, episode: null, isAdded: false }
  const { season_title } = said
  const wantsEpisode = said.episode !== undefined || (saysEpisode && !isSeries)
  if (said.season === undefined && season_title === undefined && !wantsEpisode) return below

  const seasonNumber = said.season ?? 1
  if (!isSeries && (seasonNumber > 1 || (episodeNumber ?? 1) > 1))
    no(seasonNumber > 1 ? 'season' : 'episode', csvCopy.film_has_one)
  const known = await tx
    .selectFrom('seasons')
    .select('id')
    .where('series_id', '=', id)
    .where('number', '=', seasonNumber)
    .executeTakeFirst()
  const season_id =
    known?.id ??
    (await createSeasonAudited(
      tx,
      editor,
      id,
      { number: seasonNumber, title: season_title },
      cause,
    ))
  below.isAdded ||= !known
  const season = await lockSeason(tx, season_id)
  if (season && season_title !== undefined) {
    const edit = { version: season.version, changes: { title: season_title } }
    below.season = (await updateSeasonAudited(tx, editor, season_id, edit, cause)).change
  }
  if (!wantsEpisode || episodeNumber === undefined) return below

  const there = await tx
    .selectFrom('episodes')
    .select('id')
    .where('season_id', '=', season_id)
    .where('number', '=', episodeNumber)
    .executeTakeFirst()
  const added = { number: episodeNumber, title: episode_title }
  const episode_id =
    there?.id ?? (await createEpisodeAudited(tx, editor, season_id, added, cause)).id
  below.isAdded ||= !there
  const episode = await lockEpisode(tx, episode_id)
  if (!episode) return below
  // What comes to be free has no price, and what gets one is not free: a line need not say both.
  const settled = {
    ...changes,
    ...(is_free === true && price === undefined && { price: 0 }),
    ...(is_free === true && rental_price === undefined && { rental_price: null }),
    ...(is_free === undefined && (price ?? 0) > 0 && { is_free: false }),
  }
  const edit = { version: episode.version, changes: settled }
  const worded = inColumns(episodeColumns)
  below.episode = (await worded(updateEpisodeAudited(tx, editor, episode_id, edit, cause))).change
  return below
}

/** A refusal of a field, told of its column. */
function inColumns(columns: Partial<Record<string, ImportColumn>>) {
  return async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ProblemError) || error.fields.length === 0) throw error
      throw new RowRejectedError(
        error.fields.map(({ field, code }) => ({
          column: columns[field.replace('changes.', '')] ?? '',
          detail:
            code === 'free_has_no_price'
              ? importCopy.freeWithPrice
              : code === 'cannot_be_had'
                ? importCopy.notForSale
                : importCopy.wrongFormat,
        })),
      )
    }
  }
}
