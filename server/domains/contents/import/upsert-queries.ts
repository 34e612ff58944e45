import type { Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PublicationSchedule } from '../editing/schedule-policy.ts'

/** JSON rows as a table `w` of these columns, for one statement. */
function rowsAs(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (${sql.raw(columns)})`
}

/** Runs statements that return the series of each changed row. @returns the ids of these series. */
async function changedBy(tx: Tx, ...statements: readonly RawBuilder<{ series_id: number }>[]) {
  const ids: number[] = []
  for (const statement of statements)
    for (const { series_id } of (await statement.execute(tx)).rows) ids.push(series_id)
  return ids
}

/** The current values of fields that a line may omit. */
export type CurrentWork = {
  is_series: boolean
  category_ids: number[]
  title_original: string | null
  released_on: string | null
  imported_rating_count: number
} & PublicationSchedule

/** Locks the imported works with these keys (`for update`). */
export async function lockImportedWorks(tx: Tx, keys: readonly string[]) {
  const { rows } = await sql<{ key: string } & CurrentWork>`
    select import_key as key, is_series, category_ids, title_original, released_on, imported_rating_count,
      is_unpublished, publish_at, unpublish_at
    from series where import_key = any (${keys}) order by id for update`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Reads the ids of imported works by key. */
export async function readImportedIds(tx: Tx, keys: readonly string[]) {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, import_key as key from series where import_key = any (${keys})`.execute(tx)
  return new Map(rows.map((row) => [row.key, row.id]))
}

export type SeriesRow = {
  key: string
  title: string
  title_original: string | null
  synopsis: string | null
  category_ids: number[]
  age_rating: string
  released_on: string | null
  is_series: boolean
  rating_count: number
  /** Null: those of the work are kept. */
  countries: readonly string[] | null
  keywords: readonly string[] | null
  is_dubbed: boolean | null
  territories: string | null
  licence_notes: string | null
} & PublicationSchedule

/**
 * New series are hidden until their schedules are applied.
 * @returns the ids of the changed series, as do the other functions that write
 */
export function upsertSeries(tx: Tx, rows: readonly SeriesRow[], now: Date): Promise<number[]> {
  const works = rowsAs(
    rows,
    `key text, title text, title_original text, synopsis text, category_ids smallint[], age_rating text,
     released_on date, is_series boolean, rating_count int, countries text[], keywords text[],
     is_dubbed boolean, is_unpublished boolean, publish_at timestamptz, unpublish_at timestamptz, territories text,
     licence_notes text`,
  )
  return changedBy(
    tx,
    sql`
    update series s set title = w.title, title_original = w.title_original,
      synopsis = coalesce(w.synopsis, s.synopsis), category_ids = w.category_ids, age_rating = w.age_rating,
      released_on = w.released_on, is_series = w.is_series,
      imported_rating_count = w.rating_count, countries = coalesce(w.countries, s.countries),
      keywords = coalesce(w.keywords, s.keywords), is_dubbed = coalesce(w.is_dubbed, s.is_dubbed),
      is_unpublished = w.is_unpublished, publish_at = w.publish_at, unpublish_at = w.unpublish_at,
      territories = coalesce(w.territories, s.territories), licence_notes = coalesce(w.licence_notes, s.licence_notes)
    from ${works}
    where s.import_key = w.key and
      (s.title, s.title_original, s.synopsis, s.category_ids, s.age_rating, s.released_on, s.is_series,
        s.imported_rating_count, s.countries, s.keywords, s.is_dubbed, s.is_unpublished, s.publish_at, s.unpublish_at,
        s.territories, s.licence_notes)
      is distinct from (w.title, w.title_original, coalesce(w.synopsis, s.synopsis), w.category_ids, w.age_rating,
        w.released_on, w.is_series, w.rating_count, coalesce(w.countries, s.countries), coalesce(w.keywords, s.keywords),
        coalesce(w.is_dubbed, s.is_dubbed), w.is_unpublished, w.publish_at, w.unpublish_at,
        coalesce(w.territories, s.territories), coalesce(w.licence_notes, s.licence_notes))
    returning s.id as series_id`,
    sql`
    insert into series (import_key, title, title_original, synopsis, category_ids, age_rating, released_on,
      is_completed, is_series, imported_rating_count, countries, keywords, is_dubbed, is_hidden, is_unpublished,
      publish_at, unpublish_at, territories, licence_notes, created_at)
    select w.key, w.title, w.title_original, coalesce(w.synopsis, ''), w.category_ids, w.age_rating, w.released_on,
      not w.is_series, w.is_series, w.rating_count, coalesce(w.countries, '{}'), coalesce(w.keywords, '{}'),
      coalesce(w.is_dubbed, false), true, w.is_unpublished, w.publish_at, w.unpublish_at,
      coalesce(w.territories, ''), coalesce(w.licence_notes, ''), ${now}
    from ${works}
    where not exists (select from series s where s.import_key = w.key)
    returning id as series_id`,
  )
}

export type Person = { name: string; name_original: string | null }

/** Inserts the people who are not in the catalogue yet. @param people sorted, so that transactions do not deadlock. */
export async function insertMissingPeople(tx: Tx, people: readonly Person[]) {
  const personRows = rowsAs(people, 'name text, name_original text')
  await sql`
    insert into people (name, name_original) select w.name, w.name_original from ${personRows}
    where not exists (select from people p
      where p.name = w.name and p.name_original is not distinct from w.name_original)
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Person & { id: number }>`
    select p.id, p.name, p.name_original from ${personRows}
    join people p on p.name = w.name and p.name_original is not distinct from w.name_original`.execute(
    tx,
  )
  return rows
}

/** Replaces the cast of series. */
export function replaceCast(
  tx: Tx,
  series_ids: readonly number[],
  cast: readonly { series_id: number; person_id: number | undefined; position: number }[],
): Promise<number[]> {
  const credits = rowsAs(cast, 'series_id int, person_id int, position smallint')
  return changedBy(
    tx,
    sql`
    delete from credits c where c.role = 'cast' and c.series_id = any (${series_ids})
      and not exists (select from ${credits} where w.series_id = c.series_id and w.person_id = c.person_id)
    returning c.series_id`,
    sql`
    insert into credits as c (series_id, person_id, role, position)
    select w.series_id, w.person_id, 'cast', w.position from ${credits}
    on conflict (series_id, role, person_id) do update set position = excluded.position
      where c.position <> excluded.position
    returning c.series_id`,
  )
}

/** `title` replaces the current one if given; `default_title` is that of a new row. */
type Titled = { title?: string | undefined; default_title: string }
type SeasonRow = Titled & { series_id: number; number: number }

export function upsertSeasons(tx: Tx, rows: readonly SeasonRow[]): Promise<number[]> {
  const seasons = rowsAs(rows, 'series_id int, number smallint, title text, default_title text')
  return changedBy(
    tx,
    sql`
    update seasons se set title = w.title from ${seasons}
    where se.series_id = w.series_id and se.number = w.number and se.title <> w.title
    returning se.series_id`,
    sql`
    insert into seasons (series_id, number, title) select w.series_id, w.number, w.default_title from ${seasons}
    where not exists (select from seasons se where se.series_id = w.series_id and se.number = w.number)
    returning series_id`,
  )
}

/** An episode of a line. Undefined fields keep their values. */
export type EpisodeRow = Titled & {
  series_id: number
  season: number
  number: number
  synopsis?: string | undefined
  runtime?: number | undefined
  price?: number | undefined
  is_free?: boolean | undefined
  in_subscription?: boolean | undefined
  orientation?: string | undefined
}

/**
 * Inserts episodes as announced, because most catalogues come without films (decisions/0016-publication). For episodes
 * with an asset, runtime and orientation are measured and not overwritten.
 */
export function upsertEpisodes(tx: Tx, rows: readonly EpisodeRow[], now: Date): Promise<number[]> {
  const episodes = sql`${rowsAs(
    rows,
    `series_id int, season smallint, number int, title text, default_title text, synopsis text, runtime int, price int,
     is_free boolean, in_subscription boolean, orientation text`,
  )} join seasons se on se.series_id = w.series_id and se.number = w.season`
  const newValues = sql`coalesce(w.title, e.title), coalesce(w.synopsis, e.synopsis), coalesce(w.price, e.price),
    coalesce(w.is_free, case when w.price > 0 then false else e.is_free end),
    coalesce(w.in_subscription, e.in_subscription),
    case when e.asset_id is null then coalesce(w.runtime, e.runtime) else e.runtime end,
    case when e.asset_id is null then coalesce(w.orientation, e.orientation) else e.orientation end`
  const columns = 'title synopsis price is_free in_subscription runtime orientation'.split(' ')
  return changedBy(
    tx,
    sql`
    update episodes e set (${sql.raw(columns.join(', '))}) = row (${newValues})
    from ${episodes}
    where e.season_id = se.id and e.number = w.number
      and (${sql.raw(columns.map((column) => `e.${column}`).join(', '))}) is distinct from (${newValues})
    returning e.series_id`,
    sql`
    insert into episodes (series_id, season_id, number, title, synopsis, price, is_free, in_subscription, runtime,
      orientation, is_announced, created_at)
    select w.series_id, se.id, w.number, w.default_title, coalesce(w.synopsis, ''), coalesce(w.price, 0),
      coalesce(w.is_free, false), coalesce(w.in_subscription, true), coalesce(w.runtime, 0),
      coalesce(w.orientation, 'horizontal'), true, ${now}
    from ${episodes}
    where not exists (select from episodes e where e.season_id = se.id and e.number = w.number)
    returning series_id`,
  )
}

export type EpisodeFile = { id: number; episode_id: number; file: string }

/** Finds the episodes of these files that have no asset. `id` is that of the line. */
export async function findMissingVideos(
  tx: Tx,
  files: readonly { id: number; series_id: number; season: number; number: number }[],
): Promise<EpisodeFile[]> {
  if (files.length === 0) return []
  const { rows } = await sql<EpisodeFile>`
    select w.id, e.id as episode_id, w.file
    from ${rowsAs(files, 'id bigint, series_id int, season smallint, number int, file text')}
    join seasons se on se.series_id = w.series_id and se.number = w.season
    join episodes e on e.season_id = se.id and e.number = w.number
    where e.asset_id is null`.execute(tx)
  return rows
}
