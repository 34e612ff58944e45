/**
 * Inserts or updates works from catalogue lines. Absent fields, seasons and episodes are kept. Unchanged values are not
 * written, so that a second run writes and notifies nothing.
 */
import type { Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import { resolveCategories } from './resolve-categories.ts'
import { importCopy } from './import.copy.ts'
import type { ImportRow } from './parse-import-row.ts'

export type UpsertResult = {
  /** Keyed by the `id` of the line. */
  states: Map<number, 'added' | 'changed' | 'unchanged'>
  /** Episodes with a `file` and without an asset. */
  files: { id: number; episode_id: number; file: string }[]
}

const importKey = (line: Pick<ImportRow, 'id'>) => `catalogue:${line.id}`

/** JSON rows as a table `w` of these columns, for one statement. */
function rowsAs(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (${sql.raw(columns)})`
}

/** Inserts or updates the works of these lines. Locks the existing works (`for update`). */
export async function upsertWorks(
  tx: Tx,
  lines: readonly ImportRow[],
  now: Date,
): Promise<UpsertResult> {
  const keys = lines.map(importKey)
  const before = await sql<{ key: string } & CurrentWork>`
    select import_key as key, is_series, category_ids, title_original, released_on, imported_rating_count
    from series where import_key = any (${keys}) order by id for update`.execute(tx)
  const existing = new Map(before.rows.map((row) => [row.key, row]))

  const changedIds = new Set<number>()
  const write = async (statement: RawBuilder<{ series_id: number }>) => {
    for (const row of (await statement.execute(tx)).rows) changedIds.add(row.series_id)
  }

  const works = lines.map((line) => ({
    line,
    ...seriesRow(line, existing.get(importKey(line))),
  }))
  await writeSeries(
    works.map(({ row }) => row),
    now,
    write,
  )
  const { rows: seriesRows } = await sql<{ id: number; key: string }>`
    select id, import_key as key from series where import_key = any (${keys})`.execute(tx)
  const ids = new Map(seriesRows.map((row) => [row.key, row.id]))
  const savedWorks = works.map((work) => ({ ...work, series_id: ids.get(work.row.key) ?? 0 }))

  await writeCredits(tx, savedWorks, write)
  await writeSeasons(savedWorks, write)
  const episodes = savedWorks.flatMap(({ line, series_id, seasons }) =>
    seasons.flatMap((season) =>
      season.episodes.map((episode) => ({
        ...episode,
        id: line.id,
        series_id,
        season: season.number,
      })),
    ),
  )
  await writeEpisodes(episodes, now, write)
  return {
    states: new Map(
      savedWorks.map(({ line, row, series_id }) => [
        line.id,
        !existing.has(row.key) ? 'added' : changedIds.has(series_id) ? 'changed' : 'unchanged',
      ]),
    ),
    files: await findMissingVideos(tx, episodes),
  }
}

type Season = NonNullable<ImportRow['seasons']>[number]

/** The current values of fields that a line may omit. */
type CurrentWork = {
  is_series: boolean
  category_ids: number[]
  title_original: string | null
  released_on: string | null
  imported_rating_count: number
}

/** The series row of a line, and its seasons; a film implies one season with one episode (D-30). */
function seriesRow(line: ImportRow, before: CurrentWork | undefined) {
  const hasManyEpisodes =
    line.seasons !== undefined &&
    (line.seasons.length > 1 || line.seasons.some(({ episodes }) => episodes.length > 1))
  // A line with one episode or none does not turn an existing series into a film.
  const is_series = hasManyEpisodes || before?.is_series === true
  const film: Season = {
    number: 1,
    title: importCopy.filmSeason,
    episodes: [{ number: 1, title: line.title }],
  }
  return {
    seasons: line.seasons ?? (is_series ? [] : [film]),
    row: {
      key: importKey(line),
      title: line.title,
      title_original:
        line.title_original === undefined ? (before?.title_original ?? null) : line.title_original,
      synopsis: line.synopsis ?? null,
      category_ids: line.categories
        ? [...new Set(line.categories)].sort((a, b) => a - b)
        : resolveCategories({ ...line, is_series }, before),
      age_rating: line.age_rating,
      released_on: line.year === undefined ? (before?.released_on ?? null) : firstDay(line.year),
      is_series,
      // External rating counts only affect the order of search results; averages come from reviews (D-60).
      rating_count:
        line.ratings === undefined
          ? (before?.imported_rating_count ?? 0)
          : (line.ratings?.count ?? 0),
    },
  }
}

const firstDay = (year: number | null) => (year === null ? null : `${year}-01-01`)

type Write = (statement: RawBuilder<{ series_id: number }>) => Promise<void>
type SavedWork = ReturnType<typeof seriesRow> & { line: ImportRow; series_id: number }

async function writeSeries(rows: SavedWork['row'][], now: Date, write: Write) {
  const works = rowsAs(
    rows,
    `key text, title text, title_original text, synopsis text, category_ids smallint[], age_rating text,
     released_on date, is_series boolean, rating_count int`,
  )
  await write(sql`
    update series s set title = w.title, title_original = w.title_original,
      synopsis = coalesce(w.synopsis, s.synopsis), category_ids = w.category_ids, age_rating = w.age_rating,
      released_on = w.released_on, is_series = w.is_series,
      imported_rating_count = w.rating_count
    from ${works}
    where s.import_key = w.key and
      (s.title, s.title_original, s.synopsis, s.category_ids, s.age_rating, s.released_on, s.is_series,
        s.imported_rating_count)
      is distinct from (w.title, w.title_original, coalesce(w.synopsis, s.synopsis), w.category_ids, w.age_rating,
        w.released_on, w.is_series, w.rating_count)
    returning s.id as series_id`)
  await write(sql`
    insert into series (import_key, title, title_original, synopsis, category_ids, age_rating, released_on,
      is_completed, is_series, imported_rating_count, created_at)
    select w.key, w.title, w.title_original, coalesce(w.synopsis, ''), w.category_ids, w.age_rating, w.released_on,
      not w.is_series, w.is_series, w.rating_count, ${now}
    from ${works}
    where not exists (select from series s where s.import_key = w.key)
    returning id as series_id`)
}

/** Replaces the cast by the people of a line, leading ones first. Catalogues have no other roles. */
async function writeCredits(tx: Tx, savedWorks: SavedWork[], write: Write) {
  type Person = { name: string; name_original: string | null }
  const identity = ({ name, name_original }: Person) => JSON.stringify([name, name_original])
  const casts = savedWorks.flatMap(({ line, series_id }) => {
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
  const people = rowsAs(allPeople, 'name text, name_original text')
  await sql`
    insert into people (name, name_original) select w.name, w.name_original from ${people}
    where not exists (select from people p
      where p.name = w.name and p.name_original is not distinct from w.name_original)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Person & { id: number }>`
    select p.id, p.name, p.name_original from ${people}
    join people p on p.name = w.name and p.name_original is not distinct from w.name_original`.execute(
    tx,
  )
  const ids = new Map(rows.map((row) => [identity(row), row.id]))
  const credits = rowsAs(
    casts.flatMap(({ series_id, people }) =>
      [...people.keys()].map((key, position) => ({ series_id, person_id: ids.get(key), position })),
    ),
    'series_id int, person_id int, position smallint',
  )
  await write(sql`
    delete from credits c where c.role = 'cast' and c.series_id = any (${casts.map(({ series_id }) => series_id)})
      and not exists (select from ${credits} where w.series_id = c.series_id and w.person_id = c.person_id)
    returning c.series_id`)
  await write(sql`
    insert into credits as c (series_id, person_id, role, position)
    select w.series_id, w.person_id, 'cast', w.position from ${credits}
    on conflict (series_id, role, person_id) do update set position = excluded.position
      where c.position <> excluded.position
    returning c.series_id`)
}

async function writeSeasons(savedWorks: SavedWork[], write: Write) {
  const seasons = rowsAs(
    savedWorks.flatMap(({ series_id, seasons }) =>
      seasons.map(({ number, title }) => ({
        series_id,
        number,
        title,
        named: title ?? importCopy.season(number),
      })),
    ),
    'series_id int, number smallint, title text, named text',
  )
  await write(sql`
    update seasons se set title = w.title from ${seasons}
    where se.series_id = w.series_id and se.number = w.number and se.title <> w.title
    returning se.series_id`)
  await write(sql`
    insert into seasons (series_id, number, title) select w.series_id, w.number, w.named from ${seasons}
    where not exists (select from seasons se where se.series_id = w.series_id and se.number = w.number)
    returning series_id`)
}

type SavedEpisode = Season['episodes'][number] & { id: number; series_id: number; season: number }

/** For episodes with an asset, runtime and orientation are measured and not overwritten. */
async function writeEpisodes(list: SavedEpisode[], now: Date, write: Write) {
  const episodes = sql`${rowsAs(
    list.map((episode) => ({
      ...episode,
      named: episode.title ?? importCopy.episode(episode.number),
      price: episode.is_free ? 0 : episode.price,
    })),
    `series_id int, season smallint, number int, title text, named text, synopsis text, runtime int, price int,
     is_free boolean, in_subscription boolean, orientation text`,
  )} join seasons se on se.series_id = w.series_id and se.number = w.season`
  const newValues = sql`coalesce(w.title, e.title), coalesce(w.synopsis, e.synopsis), coalesce(w.price, e.price),
    coalesce(w.is_free, case when w.price > 0 then false else e.is_free end),
    coalesce(w.in_subscription, e.in_subscription),
    case when e.asset_id is null then coalesce(w.runtime, e.runtime) else e.runtime end,
    case when e.asset_id is null then coalesce(w.orientation, e.orientation) else e.orientation end`
  const columns = [
    'title',
    'synopsis',
    'price',
    'is_free',
    'in_subscription',
    'runtime',
    'orientation',
  ]
  await write(sql`
    update episodes e set (${sql.raw(columns.join(', '))}) = row (${newValues})
    from ${episodes}
    where e.season_id = se.id and e.number = w.number
      and (${sql.raw(columns.map((column) => `e.${column}`).join(', '))}) is distinct from (${newValues})
    returning e.series_id`)
  await write(sql`
    insert into episodes (series_id, season_id, number, title, synopsis, price, is_free, in_subscription, runtime,
      orientation, created_at)
    select w.series_id, se.id, w.number, w.named, coalesce(w.synopsis, ''), coalesce(w.price, 0),
      coalesce(w.is_free, false), coalesce(w.in_subscription, true), coalesce(w.runtime, 0),
      coalesce(w.orientation, 'horizontal'), ${now}
    from ${episodes}
    where not exists (select from episodes e where e.season_id = se.id and e.number = w.number)
    returning series_id`)
}

async function findMissingVideos(tx: Tx, list: SavedEpisode[]): Promise<UpsertResult['files']> {
  const withFile = list.filter(({ file }) => file !== undefined)
  if (withFile.length === 0) return []
  const { rows } = await sql<UpsertResult['files'][number]>`
    select w.id, e.id as episode_id, w.file
    from ${rowsAs(withFile, 'id bigint, series_id int, season smallint, number int, file text')}
    join seasons se on se.series_id = w.series_id and se.number = w.season
    join episodes e on e.season_id = se.id and e.number = w.number
    where e.asset_id is null`.execute(tx)
  return rows
}
