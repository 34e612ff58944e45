import { SeriesSearchCard } from '#contract/contents/search.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { imageUrl } from '#server/domains/contents/index.ts'
import { sql } from 'kysely'
import type { Entry, Kind } from './title-index/index-segment.ts'

/** What the index is fed with ---------------------------------------------------------------------------------- */

/** How many have done something with a work, here or where it was brought from. */
const popularity = sql`(s.viewer_count + s.like_count + s.review_count + s.brought_rating_count)`

/** Which rows: those named, or so many after one. */
export type RowSelection = { ids: readonly number[] } | { after: number; limit: number }

const within = (column: string, rows: RowSelection) =>
  'ids' in rows
    ? sql`${sql.ref(column)} = any (${rows.ids}::int[])`
    : sql`${sql.ref(column)} > ${rows.after} order by ${sql.ref(column)} limit ${rows.limit}`

/** What a result shows of a work beside its id and its names, in the order of the wire. */
const shownKeys = Object.keys(SeriesSearchCard.shape).filter(
  (key) => !['id', 'title', 'title_original'].includes(key),
) as Exclude<keyof SeriesSearchCard, 'id' | 'title' | 'title_original'>[]

/** What the index takes in, and what results show of it. */
export type IndexedRow = { entry: Entry; name: string; original: string | null; shown: object }

/** The visible works among `rows`, by id. */
export async function readWorks(db: Db, rows: RowSelection): Promise<IndexedRow[]> {
  // The eight categories are read once: a search through them for each row would be the most of it.
  const { rows: works } = await sql<
    SeriesSearchCard & {
      popularity: number
      bits: number
      age: number
      is_free: boolean
      year: number
    }
  >`
    with named as materialized (
      select id, position, json_build_object('id', id, 'name', name) as category from categories
    )
    select s.id, s.title, s.title_original, ${imageUrl('s.poster_key', 'poster')} as poster_url, s.poster_color,
      (select coalesce(json_agg(c.category order by c.position), '[]')
        from named c where c.id = any (s.category_ids)) as categories,
      s.age_rating, s.released_on, s.is_completed, s.is_series, s.rating_average, e.episode_count,
      ${popularity} as popularity, a.rank as age, e.is_free,
      (select coalesce(sum(1 << (c - 1)), 0)::int from unnest(s.category_ids) as c) as bits,
      coalesce(extract(year from s.released_on), 0)::int as year
    from series s join age_ratings a on a.code = s.age_rating cross join lateral (
      select count(*) as episode_count, coalesce(bool_or(is_free), false) as is_free
      from episodes where series_id = s.id and not is_hidden
    ) as e
    where not s.is_hidden and ${within('s.id', rows)}`.execute(db)
  return works.map((work) => {
    const { id, title, title_original, popularity, age, is_free, year } = work
    return {
      entry: {
        ...{ kind: 'series', id, works: [], popularity, categories: work.bits, age, is_free, year },
        names: namesOf(title, title_original),
      },
      name: title,
      original: title_original,
      shown: Object.fromEntries(shownKeys.map((key) => [key, work[key]])),
    }
  })
}

const namesOf = (name: string, original: string | null) =>
  original && original !== name ? [name, original] : [name]

/** The people among `rows` who worked on something, by id. */
export async function readPersons(db: Db, rows: RowSelection): Promise<IndexedRow[]> {
  const { rows: people } = await sql<{
    id: number
    name: string
    name_original: string | null
    popularity: number
    works: number[]
  }>`
    select p.id, p.name, p.name_original, his.popularity, his.works
    from people p cross join lateral (
      select coalesce(max(${popularity}) filter (where not s.is_hidden), 0) as popularity,
        array_agg(distinct s.id) as works
      from credits c join series s on s.id = c.series_id where c.person_id = p.id
    ) as his
    where his.works is not null and ${within('p.id', rows)}`.execute(db)
  return people.map(({ name, name_original, ...person }) => ({
    entry: {
      ...{ kind: 'person', categories: 0, age: 0, is_free: false, year: 0 },
      ...{ names: namesOf(name, name_original), ...person },
    },
    name,
    original: name_original,
    shown: {},
  }))
}

/** How popular the works among `rows` are now, by id. */
export async function readPopularity(
  db: Db,
  rows: RowSelection,
): Promise<{ id: number; popularity: number }[]> {
  const found = await sql<{ id: number; popularity: number }>`
    select s.id, ${popularity} as popularity from series s where ${within('s.id', rows)}`.execute(
    db,
  )
  return found.rows
}

export type IndexChange = { position: number; kind: Kind; id: number }

/** The oldest transaction that is still open: what is noted by it and by later ones may not be seen yet. */
export async function readXminHorizon(db: Db): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db)
  return rows[0]!.horizon
}

/** What was noted by transaction `horizon` and later ones, and where to go on from. */
export async function readChanges(
  db: Db,
  horizon: string,
): Promise<{ horizon: string; changes: IndexChange[] }> {
  const { rows } = await sql<{ horizon: string; changes: IndexChange[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, coalesce((
      select json_agg(json_build_object('position', position, 'kind', kind, 'id', id))
      from search_changes where changed >= ${horizon}::xid8), '[]') as changes`.execute(db)
  return rows[0]!
}

/**
 * Deletes changes noted before `before`: those of a few seconds, as it runs every 10 s. An index that has not read them since
 * loads everything anew.
 */
export async function deleteOldChanges(tx: Tx, before: Date): Promise<void> {
  await sql`delete from search_changes where noted_at < ${before.toISOString()}`.execute(tx)
}
