/**
 * Lists of the catalogue: pages of `series_listings` and `episode_listings`, which the migration explains.
 * A page of any filter in any order costs what the page is long, however large the catalogue is.
 */
import {
  ageCodes,
  type Episode,
  type SeriesCard,
  type contents,
} from '#contract/contents/contents.ts'
import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { Db } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import { episodeCardColumns, seriesCardColumns } from './queries.ts'

type SeriesQuery = ParsedInput<typeof contents.listSeries>['query']
type EpisodeQuery = ParsedInput<typeof contents.listEpisodes>['query']

/** Where a listing is kept and how a row of it becomes a card. */
type Listing = {
  name: 'series' | 'episodes'
  table: 'series_listings' | 'episode_listings'
  id: 'series_id' | 'episode_id'
  card: RawBuilder<unknown>
  /** Joins what `card` reads to `page`. */
  joins: RawBuilder<unknown>
}

const seriesListing: Listing = {
  name: 'series',
  table: 'series_listings',
  id: 'series_id',
  card: seriesCardColumns,
  joins: sql`join series s on s.id = page.id`,
}

const episodeListing: Listing = {
  name: 'episodes',
  table: 'episode_listings',
  id: 'episode_id',
  card: episodeCardColumns,
  joins: sql`join episodes e on e.id = page.id join seasons se on se.id = e.season_id
    join series s on s.id = e.series_id`,
}

/** What of a listing is asked for. */
type Wish = {
  category: number
  /** The kinds of rows that pass the yes-or-no filters. */
  kinds: number[]
  ordering: string
  limit: number
  offset: number
}

/** Every kind of `bits` where each given filter holds: `is(0, true)` wants the lowest bit set. */
function kindsWhere(total: number, holds: (kind: number) => boolean): number[] {
  return Array.from({ length: total }, (_, kind) => kind).filter(holds)
}

const bit = (kind: number, place: number) => ((kind >> place) & 1) === 1
const agrees = (wanted: boolean | undefined, found: boolean) =>
  wanted === undefined || wanted === found

function order(ordering: string) {
  const descending = ordering.startsWith('-')
  return {
    key: sql.ref(descending ? ordering.slice(1) : ordering),
    direction: descending ? sql`desc` : sql`asc`,
  }
}

/** A page of the whole catalogue: the kept counts say which kinds have rows, and those alone are walked. */
async function readWhole<T>(
  db: Db,
  listing: Listing,
  wish: Wish,
): Promise<{ count: number; results: T[] }> {
  const { rows: counts } = await sql<{ kind: number; count: number }>`
    select kind, count from listing_counts
    where listing = ${listing.name} and category_id = ${wish.category}::int
      and kind = any (${wish.kinds}::int[]) and count > 0`.execute(db)
  const count = counts.reduce((sum, row) => sum + row.count, 0)
  if (wish.offset >= count) return { count, results: [] }

  const { key, direction } = order(wish.ordering)
  // Each walk is ordered and bounded by itself, so that merging them is all that is left to do.
  const walks = counts.map(
    ({ kind }) => sql`(
      select ${sql.ref(listing.id)} as id, ${key} as key from ${sql.table(listing.table)}
      where category_id = ${wish.category}::int and kind = ${sql.lit(kind)}
      order by key ${direction}, id limit ${wish.offset + wish.limit})`,
  )
  const { rows } = await sql<T>`
    with page as materialized (
      select id, key from (${sql.join(walks, sql` union all `)}) as walked
      order by key ${direction}, id limit ${wish.limit} offset ${wish.offset}
    )
    select ${listing.card} from page ${listing.joins} order by page.key ${direction}, page.id`.execute(
    db,
  )
  return { count, results: rows }
}

/** A page of a few: what `within` (a query of ids) names is found by index, then counted and sorted. */
async function readWithin<T>(
  db: Db,
  listing: Listing,
  wish: Wish,
  within: RawBuilder<unknown>,
): Promise<{ count: number; results: T[] }> {
  const { key, direction } = order(wish.ordering)
  const { rows } = await sql<T & { total: number; id: number | null }>`
    with found as materialized (
      select ${sql.ref(listing.id)} as id, ${key} as key from ${sql.table(listing.table)}
      where ${sql.ref(listing.id)} in (${within})
        and category_id = ${wish.category}::int and kind = any (${wish.kinds}::int[])
    ), page as materialized (
      select id, key from found order by key ${direction}, id limit ${wish.limit} offset ${wish.offset}
    )
    select (select count(*) from found) as total, cards.*
    from (select) as one left join (
      select page.key as page_key, ${listing.card} from page ${listing.joins}
    ) as cards on true
    order by cards.page_key ${direction}, cards.id`.execute(db)
  const results = rows.filter((row) => row.id !== null)
  return {
    count: rows[0]?.total ?? 0,
    results: results.map(
      ({ total: _, page_key: __, ...card }: T & { total?: number; page_key?: unknown }) =>
        card as T,
    ),
  }
}

/** `GET /api/contents/series/`. */
export function listSeries(
  db: Db,
  query: SeriesQuery,
): Promise<EndpointResponse<typeof contents.listSeries>> {
  const rank = query.age_rating === undefined ? undefined : ageCodes.indexOf(query.age_rating)
  const wish: Wish = {
    ...query,
    category: query.category ?? 0,
    kinds: kindsWhere(
      16,
      (kind) =>
        agrees(query.is_series, bit(kind, 0)) &&
        agrees(query.is_completed, bit(kind, 1)) &&
        (rank === undefined || kind >> 2 === rank),
    ),
  }
  if (query.person === undefined) return readWhole<SeriesCard>(db, seriesListing, wish)
  const works = sql`select series_id from credits where person_id = ${query.person}`
  return readWithin<SeriesCard>(db, seriesListing, wish, works)
}

/** `GET /api/contents/episodes/`. */
export function listEpisodes(
  db: Db,
  query: EpisodeQuery,
): Promise<EndpointResponse<typeof contents.listEpisodes>> {
  const orientation = query.episode_video_orientation
  const wish: Wish = {
    ...query,
    category: query.category ?? 0,
    kinds: kindsWhere(
      8,
      (kind) =>
        agrees(query.is_series, bit(kind, 0)) &&
        agrees(orientation && orientation === 'vertical', bit(kind, 1)) &&
        agrees(query.is_free, bit(kind, 2)),
    ),
  }
  const { series, season } = query
  if (series === undefined && season === undefined)
    return readWhole<Episode>(db, episodeListing, wish)
  const parents = [
    ...(series === undefined ? [] : [sql`series_id = ${series}`]),
    ...(season === undefined ? [] : [sql`season_id = ${season}`]),
  ]
  const within = sql`select id from episodes where ${sql.join(parents, sql` and `)}`
  return readWithin<Episode>(db, episodeListing, wish, within)
}
