import type { SeriesSearchCard } from '#contract/search/search.ts'
import type { SearchCategory } from './intents/vocabulary.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  isPublicEpisode,
  isShownSeriesSql,
  isUpcomingSeriesSql,
  seriesScope,
} from '#server/domains/contents/catalogue-queries.ts'
import { imageUrl } from '#server/images/image-url.ts'
import { sql } from 'kysely'
import { countryBits } from './intents/countries.ts'
import { type Entry, type Kind, roleBits } from './title-index/index-segment.ts'

/** Viewers, likes and reviews of a work, including ratings of the imported catalogue. */
const popularity = sql`(s.viewer_count + s.like_count + s.review_count + s.imported_rating_count)`

/** The rows with these ids, or the next `limit` rows after an id. */
export type RowSelection = { ids: readonly number[] } | { after: number; limit: number }

const rowFilter = (column: string, rows: RowSelection) =>
  'ids' in rows
    ? sql`${sql.ref(column)} = any (${rows.ids}::int[])`
    : sql`${sql.ref(column)} > ${rows.after} order by ${sql.ref(column)} limit ${rows.limit}`

type CardField = Exclude<keyof SeriesSearchCard, 'id' | 'title' | 'title_original'>

/** The fields of a card besides id and names, in wire order. The thread does without the schema, which has the same order. */
const cardFields: Readonly<Record<CardField, true>> = {
  poster_url: true,
  poster_color: true,
  categories: true,
  age_rating: true,
  released_on: true,
  is_completed: true,
  is_series: true,
  episode_count: true,
  is_upcoming: true,
  opens_at: true,
  rating_average: true,
}
const cardKeys = Object.keys(cardFields) as CardField[]

/** The index entry of a row, and the fields of its card. */
export type IndexedRow = { entry: Entry; name: string; original: string | null; fields: object }

/** Reads the public and upcoming works among `rows`, by id. */
export async function readWorks(db: Db, rows: RowSelection): Promise<IndexedRow[]> {
  // The categories are materialized once, because a join per row would dominate the cost.
  const { rows: works } = await sql<
    SeriesSearchCard & {
      popularity: number
      bits: number
      age: number
      is_free: boolean
      year: number
      countries: string[]
      has_captions: boolean
      is_dubbed: boolean
      last_episode: number
      seasons: number
      released_day: number | null
    }
  >`
    with named as materialized (
      select id, position, json_build_object('id', id, 'name', name) as category from categories
      where not is_hidden
    )
    select s.id, s.title, s.title_original, ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color,
      (select coalesce(json_agg(c.category order by c.position), '[]')
        from named c where c.id = any (s.category_ids)) as categories,
      s.age_rating, s.released_on, s.is_completed, s.is_series, s.rating_average, e.episode_count,
      ${isUpcomingSeriesSql(seriesScope)} as is_upcoming,
      (select nullif(u.opens_at, 'infinity') from upcoming_series u where u.series_id = s.id) as opens_at,
      ${popularity} as popularity, a.rank as age, e.is_free,
      (select coalesce(sum(1 << (c - 1)), 0)::int from unnest(s.category_ids) as c) as bits,
      coalesce(extract(year from s.released_on), 0)::int as year, s.released_on - date '1970-01-01' as released_day,
      s.countries, s.is_dubbed, e.last_episode, e.seasons, e.has_captions
    from series s join age_ratings a on a.code = s.age_rating cross join lateral (
      select count(*) as episode_count, coalesce(bool_or(is_free), false) as is_free,
        coalesce(max(p.number), 0) as last_episode, count(distinct p.season_id) as seasons,
        coalesce(bool_or(exists (
          select from media_caption_sources c where c.asset_id = p.asset_id)), false) as has_captions
      from episodes p where p.series_id = s.id and ${isPublicEpisode('p')}
    ) as e
    where ${isShownSeriesSql(seriesScope)} and ${rowFilter('s.id', rows)}`.execute(db)
  return works.map((work) => {
    const { id, title, title_original, popularity, age, is_free, year } = work
    const { released_day, is_completed, is_upcoming, has_captions, last_episode, seasons } = work
    return {
      entry: {
        kind: 'series',
        id,
        works: [],
        popularity,
        categories: work.bits,
        age,
        is_free,
        year,
        names: namesOf(title, title_original),
        facts: {
          released_day,
          is_completed,
          is_upcoming,
          has_captions,
          last_episode,
          seasons,
          is_dubbed: work.is_dubbed,
          countries: countryBits(work.countries),
        },
      },
      name: title,
      original: title_original,
      fields: Object.fromEntries(cardKeys.map((key) => [key, work[key]])),
    }
  })
}

const namesOf = (name: string, original: string | null) =>
  original && original !== name ? [name, original] : [name]

/** Reads the people with credits among `rows`, by id. */
export async function readPersons(db: Db, rows: RowSelection): Promise<IndexedRow[]> {
  const { rows: people } = await sql<{
    id: number
    name: string
    name_original: string | null
    popularity: number
    works: number[]
    roles: number[]
  }>`
    select p.id, p.name, p.name_original, credited.popularity, credited.works, credited.roles
    from people p cross join lateral (
      select max(w.popularity) as popularity, array_agg(w.id) as works, array_agg(w.roles) as roles
      from (
        select s.id, case when ${isShownSeriesSql(seriesScope)} then ${popularity} else 0 end as popularity,
          (select bit_or(case c.role when 'director' then ${roleBits.director}::int when 'writer' then ${roleBits.writer}::int
            else ${roleBits.cast}::int end) from credits c where c.series_id = s.id and c.person_id = p.id) as roles
        from series s where s.id in (select series_id from credits where person_id = p.id)
      ) as w
    ) as credited
    where credited.works is not null and ${rowFilter('p.id', rows)}`.execute(db)
  return people.map(({ name, name_original, ...person }) => ({
    entry: {
      kind: 'person',
      categories: 0,
      age: 0,
      is_free: false,
      year: 0,
      names: namesOf(name, name_original),
      ...person,
    },
    name,
    original: name_original,
    fields: {},
  }))
}

/** Reads the current popularity of the works among `rows`, by id. */
export async function readPopularity(db: Db, rows: RowSelection) {
  const result = await sql<{ id: number; popularity: number }>`
    select s.id, ${popularity} as popularity from series s where ${rowFilter('s.id', rows)}`.execute(
    db,
  )
  return result.rows
}

/** Reads the categories whose names are words of queries. */
export async function readSearchCategories(db: Db): Promise<SearchCategory[]> {
  const { rows } = await sql<SearchCategory>`
    select c.id, c.name, c.id = s.korean_category_id as is_korean, c.id = s.abroad_category_id as is_abroad
    from categories c cross join catalogue_settings s where not c.is_hidden order by c.position`.execute(
    db,
  )
  return rows
}

export type IndexChange = { position: number; kind: Kind; id: number }

/** Reads the oldest open transaction id. Changes by it and by later transactions may not be visible yet. */
export async function readXminHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  return rows[0]!.horizon
}

/** Reads the changes by transaction `horizon` and later ones, and the horizon of the next call. */
export async function readChanges(db: Db, horizon: string) {
  const { rows } = await sql<{ horizon: string; changes: IndexChange[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, coalesce((
      select json_agg(json_build_object('position', position, 'kind', kind, 'id', id))
      from search_index_changes where changed_xid >= ${horizon}::xid8), '[]') as changes`.execute(
    db,
  )
  return rows[0]!
}

/**
 * Deletes changes older than `before`. An index that has not read changes for longer reloads all rows.
 */
export async function deleteOldChanges(tx: Tx, before: Date): Promise<void> {
  await sql`delete from search_index_changes where recorded_at < ${before.toISOString()}`.execute(
    tx,
  )
}
