/**
 * Lists of the catalogue: pages of `series_listings` and `episode_listings`; the migration documents both. The cost of a
 * page of any filter and order is proportional to the page, not to the catalogue.
 */
import {
  accessKinds,
  ageCodes,
  type CategoryFilters,
  type Episode,
  type SeriesCard,
  type contents,
} from '#contract/contents/contents.ts'
import { type CatalogueLimit, ratingsWithin } from '#contract/core/age-limits.ts'
import { decades, yearsOfDecade } from '#contract/core/decades.ts'
import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { Db } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  episodeCardColumns,
  isWithinLimit,
  seriesCardColumns,
  seriesScope,
  episodeScope,
} from './catalogue-queries.ts'

type SeriesQuery = ParsedInput<typeof contents.listSeries>['query']
type EpisodeQuery = ParsedInput<typeof contents.listEpisodes>['query']

/** The tables and columns of a listing. */
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
  card: seriesCardColumns(seriesScope),
  joins: sql`join series s on s.id = page.id`,
}

const episodeListing: Listing = {
  name: 'episodes',
  table: 'episode_listings',
  id: 'episode_id',
  card: episodeCardColumns(episodeScope),
  joins: sql`join episodes e on e.id = page.id join seasons se on se.id = e.season_id
    join series s on s.id = e.series_id`,
}

type ListingQuery = {
  category: number
  /** The kinds of rows that pass the yes-or-no filters. */
  kinds: number[]
  /** The dates of series, both included. */
  dates?: { from: string; to: string } | undefined
  /** The ratings that pass, from ALL upwards, if not all: of episodes only, the kinds of series contain theirs. */
  ratings?: number
  ordering: string
  limit: number
  offset: number
}

/** The kinds in [0, total) that satisfy `holds`. A kind encodes the yes-or-no columns of a row as bits. */
function kindsMatching(total: number, holds: (kind: number) => boolean): number[] {
  return Array.from({ length: total }, (_, kind) => kind).filter(holds)
}

const bit = (kind: number, index: number) => ((kind >> index) & 1) === 1
const matchesFilter = (filter: boolean | undefined, value: boolean) =>
  filter === undefined || filter === value

function parseOrdering(ordering: string) {
  const descending = ordering.startsWith('-')
  const column = descending ? ordering.slice(1) : ordering
  return {
    key: column === 'season_and_number' ? seasonAndNumberSql : sql.ref(column),
    direction: descending ? sql`desc` : sql`asc`,
  }
}

/** Orders the episodes of a series by season, then number. Numbers are at most 100,000. */
const seasonAndNumberSql = sql`(
  select se.number * 1000000::bigint + e.number from episodes e join seasons se on se.id = e.season_id
  where e.id = episode_id)`

/** Restricts series to dates. A series without a date is listed as `-infinity` and in no range. */
const isInDates = ({ dates }: Pick<ListingQuery, 'dates'>) =>
  dates ? sql`and released_on between ${dates.from}::date and ${dates.to}::date` : sql``

const isRated = ({ ratings }: Pick<ListingQuery, 'ratings'>) =>
  ratings === undefined ? sql`` : sql`and rank < ${sql.lit(ratings)}`

type KindCount = { kind: number; count: number }

/** The rows of each kind. Those of a range of dates are counted by an index-only scan of the range. */
async function countRows(db: Db, listing: Listing, query: ListingQuery) {
  const { category, dates, kinds, ratings } = query
  let counts = sql<KindCount>`
    select kind, count from listing_counts
    where listing = ${listing.name} and category_id = ${category}::int
      and kind = any (${kinds}::int[]) and count > 0`
  if (dates)
    counts = sql`
      select kind, count(*) as count from ${sql.table(listing.table)}
      where category_id = ${category}::int and kind = any (${kinds}::int[]) ${isInDates(query)}
      group by kind`
  else if (ratings !== undefined)
    // Their kinds are `kind + 8 * rank`.
    counts = sql`
      select kind % 8 as kind, sum(count)::int as count from listing_counts
      where listing = 'rated_episodes' and category_id = ${category}::int
        and kind % 8 = any (${kinds}::int[]) and kind < 8 * ${ratings}::int and count > 0
      group by 1`
  return (await counts.execute(db)).rows
}

/** Reads a page of the whole catalogue. The counts limit the scan to kinds that have rows. */
async function readCataloguePage<T>(db: Db, listing: Listing, query: ListingQuery) {
  const counts = await countRows(db, listing, query)
  const count = counts.reduce((sum, row) => sum + row.count, 0)
  if (query.offset >= count) return { count, results: [] }

  const { key, direction } = parseOrdering(query.ordering)
  // Each scan is ordered and limited, so that the outer query only merges them.
  const walks = counts.map(
    ({ kind }) => sql`(
      select ${sql.ref(listing.id)} as id, ${key} as key from ${sql.table(listing.table)}
      where category_id = ${query.category}::int and kind = ${sql.lit(kind)} ${isInDates(query)} ${isRated(query)}
      order by key ${direction}, id limit ${query.offset + query.limit})`,
  )
  const { rows } = await sql<T>`
    with page as materialized (
      select id, key from (${sql.join(walks, sql` union all `)}) as walked
      order by key ${direction}, id limit ${query.limit} offset ${query.offset}
    )
    select ${listing.card} from page ${listing.joins} order by page.key ${direction}, page.id`.execute(
    db,
  )
  return { count, results: rows }
}

/** Reads a page of a small subset: the ids of the query `within` are looked up by index, then counted and sorted. */
async function readSubsetPage<T>(
  db: Db,
  listing: Listing,
  query: ListingQuery,
  within: RawBuilder<unknown>,
): Promise<{ count: number; results: T[] }> {
  const { key, direction } = parseOrdering(query.ordering)
  const { rows } = await sql<T & { total: number; id: number | null }>`
    with found as materialized (
      select ${sql.ref(listing.id)} as id, ${key} as key from ${sql.table(listing.table)}
      where ${sql.ref(listing.id)} in (${within})
        and category_id = ${query.category}::int and kind = any (${query.kinds}::int[]) ${isInDates(query)}
    ), page as materialized (
      select id, key from found order by key ${direction}, id limit ${query.limit} offset ${query.offset}
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

/** Offsets from the id of a category to the ids of its listings by access. */
const accessParts = { free: 100, plan: 200 } as const

/** The category of the listing; -1, which has no works, for an id that is none. */
const listedCategory = ({ category = 0, access }: Pick<SeriesQuery, 'category' | 'access'>) =>
  category < accessParts.free ? category + (access ? accessParts[access] : 0) : -1

/** The dates of a range of years, of which either may be missing. */
const datesOf = ({
  released_from,
  released_to,
}: Pick<SeriesQuery, 'released_from' | 'released_to'>) =>
  released_from === undefined && released_to === undefined
    ? undefined
    : { from: `${released_from ?? '0001'}-01-01`, to: `${released_to ?? 9_999}-12-31` }

/** `GET /api/contents/series/`. */
export function listSeries(db: Db, query: SeriesQuery, limit: CatalogueLimit = '19') {
  const rank = query.age_rating === undefined ? undefined : ageCodes.indexOf(query.age_rating)
  const listingQuery: ListingQuery = {
    ...query,
    category: listedCategory(query),
    dates: datesOf(query),
    kinds: kindsMatching(
      16,
      (kind) =>
        matchesFilter(query.is_series, bit(kind, 0)) &&
        matchesFilter(query.is_completed, bit(kind, 1)) &&
        (rank === undefined || kind >> 2 === rank) &&
        kind >> 2 < ratingsWithin(limit).length,
    ),
  }
  const subsets = [
    ...(query.person === undefined
      ? []
      : [sql`select series_id from credits where person_id = ${query.person}`]),
    ...(query.is_dubbed === undefined
      ? []
      : [
          sql`select id from series where ${query.is_dubbed ? sql`is_dubbed` : sql`not is_dubbed`}`,
        ]),
  ]
  if (subsets.length === 0) return readCataloguePage<SeriesCard>(db, seriesListing, listingQuery)
  const works = sql.join(subsets, sql` intersect `)
  return readSubsetPage<SeriesCard>(db, seriesListing, listingQuery, works)
}

/** Reads the filters that leave works of a category: from the counts, and by an index probe for each decade. */
export async function readCategoryFilters(
  db: Db,
  category: number,
  limit: CatalogueLimit,
): Promise<CategoryFilters> {
  const { rows: counts } = await sql<{ category_id: number; kind: number }>`
    select category_id, kind from listing_counts
    where listing = 'series' and count > 0 and kind >> 2 < ${ratingsWithin(limit).length}
      and category_id in (${category}, ${category + accessParts.free}, ${category + accessParts.plan})`.execute(
    db,
  )
  const kinds = counts.filter((row) => row.category_id === category).map(({ kind }) => kind)
  const isListed = sql`listed.category_id = ${category}::int and listed.kind = any (${kinds}::int[])`
  const hasDecade = decades.map((decade) => {
    const dates = isInDates({ dates: datesOf(yearsOfDecade(decade)) })
    return sql`exists (select from series_listings listed where ${isListed} ${dates})`
  })
  const { rows } = await sql<{ has_decade: boolean[]; is_dubbed: boolean }>`
    select array[${sql.join(hasDecade)}] as has_decade,
      exists (select from series s join series_listings listed on listed.series_id = s.id
        where s.is_dubbed and ${isListed}) as is_dubbed`.execute(db)
  const [{ has_decade, is_dubbed } = { has_decade: [], is_dubbed: false }] = rows
  const valuesOf = (index: number) =>
    [true, false].filter((value) => kinds.some((kind) => bit(kind, index) === value))
  return {
    access: accessKinds.filter((access) =>
      counts.some((row) => row.category_id === category + accessParts[access]),
    ),
    is_series: valuesOf(0),
    is_completed: valuesOf(1),
    is_dubbed,
    age_rating: ageCodes.filter((_, rank) => kinds.some((kind) => kind >> 2 === rank)),
    decades: decades.filter((_, index) => has_decade[index]),
  }
}

/** `GET /api/contents/episodes/`. */
export function listEpisodes(db: Db, query: EpisodeQuery, limit: CatalogueLimit) {
  const orientation = query.episode_video_orientation
  const listingQuery: ListingQuery = {
    ...query,
    category: query.category ?? 0,
    kinds: kindsMatching(
      8,
      (kind) =>
        matchesFilter(query.is_series, bit(kind, 0)) &&
        matchesFilter(orientation && orientation === 'vertical', bit(kind, 1)) &&
        matchesFilter(query.is_free, bit(kind, 2)),
    ),
  }
  const { series, season } = query
  if (series === undefined && season === undefined)
    return readCataloguePage<Episode>(db, episodeListing, {
      ...listingQuery,
      ...(limit !== '19' && { ratings: ratingsWithin(limit).length }),
    })
  const parents = [
    ...(series === undefined ? [] : [sql`e.series_id = ${series}`]),
    ...(season === undefined ? [] : [sql`e.season_id = ${season}`]),
  ]
  const within = sql`select e.id from episodes e join series s on s.id = e.series_id
    where ${sql.join(parents, sql` and `)} and ${isWithinLimit(seriesScope, limit)}`
  const ordering = query.ordering.replace(/number$/, 'season_and_number')
  return readSubsetPage<Episode>(db, episodeListing, { ...listingQuery, ordering }, within)
}

/** `GET /api/contents/upcoming/`. */
export async function listUpcoming(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
  catalogueLimit: CatalogueLimit,
): Promise<EndpointResponse<typeof contents.listUpcoming>> {
  const upcoming = sql`upcoming_series u join series s on s.id = u.series_id where ${isWithinLimit(seriesScope, catalogueLimit)}`
  const { rows } = await sql<SeriesCard>`
    with page as materialized (
      select u.series_id as id, u.opens_at from ${upcoming}
      order by u.opens_at, u.series_id limit ${limit} offset ${offset}
    )
    select ${seriesCardColumns(seriesScope)} from page join series s on s.id = page.id order by page.opens_at, page.id`.execute(
    db,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) as count from ${upcoming}`.execute(db)
  return { count: counts[0]?.count ?? 0, results: rows }
}

/** `GET /api/contents/trending/`: the public series of `trending_series`, filled up by all-time views. */
export async function listTrending(db: Db, limit: number, catalogueLimit: CatalogueLimit) {
  const [{ rows: trending }, popular] = await Promise.all([
    sql<SeriesCard>`
      with page as materialized (
        select t.series_id as id, t.score from trending_series t
        join series_listings l on l.series_id = t.series_id and l.category_id = 0
          and l.kind >> 2 < ${ratingsWithin(catalogueLimit).length}
        order by t.score desc, t.series_id limit ${limit}
      )
      select ${seriesCardColumns(seriesScope)} from page join series s on s.id = page.id order by page.score desc, page.id`.execute(
      db,
    ),
    listSeries(db, { ordering: '-viewer_count', limit, offset: 0 }, catalogueLimit),
  ])
  const ids = new Set(trending.map(({ id }) => id))
  const others = popular.results.filter(({ id }) => !ids.has(id))
  const results = [...trending, ...others].slice(0, limit)
  return { count: results.length, results }
}
