/**
 * Lists of the catalogue: pages of `series_listings` and `episode_listings`, whose views document both. The cost of a
 * page of any filter and order is proportional to the page, not to the catalogue.
 */
import {
  accessKinds,
  type CategoryFilters,
  type Episode,
  type SeriesCard,
  type contents,
} from '#contract/contents/contents.ts'
import { type CatalogueLimit, ratingsWithin } from '#contract/core/age-limits.ts'
import {
  decades,
  episodeFilters,
  filterValues,
  mapFilters,
  seriesFilters,
  yearsOfDecade,
} from '#contract/contents/listing-filters.ts'
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
import { kindsByFilter } from './offered-filters.ts'

type SeriesQuery = ParsedInput<typeof contents.listSeries>['query']
type EpisodeQuery = ParsedInput<typeof contents.listEpisodes>['query']

/** The tables and columns of a listing. */
type Listing = {
  table: 'series_listings' | 'episode_listings'
  id: 'series_id' | 'episode_id'
  /** Its numbers of rows, with a column for each of the filters. */
  counts: 'series_counts' | 'episode_counts'
  filters: readonly string[]
  /** Whether a kind stands for one rating; otherwise rows have it in `rank`. */
  hasKindOfRating: boolean
  card: RawBuilder<unknown>
  /** Joins what `card` reads to `page`. */
  joins: RawBuilder<unknown>
}

/** The access of a work is not in its kind: one work is listed as free and in plans (`accessParts`). */
const { access: _, ...seriesKindFilters } = seriesFilters
type SeriesKindFilter = keyof typeof seriesKindFilters

const seriesListing: Listing = {
  table: 'series_listings',
  id: 'series_id',
  counts: 'series_counts',
  filters: Object.keys(seriesKindFilters),
  hasKindOfRating: true,
  card: seriesCardColumns(seriesScope),
  joins: sql`join series s on s.id = page.id`,
}

const episodeListing: Listing = {
  table: 'episode_listings',
  id: 'episode_id',
  counts: 'episode_counts',
  filters: Object.keys(episodeFilters),
  hasKindOfRating: false,
  card: episodeCardColumns(episodeScope),
  joins: sql`join episodes e on e.id = page.id join seasons se on se.id = e.season_id
    join series s on s.id = e.series_id`,
}

/** The part of a catalogue that a list is of. */
type ListingPart = {
  category: number
  /** The values of the filters, by name; other fields are not read. */
  values: Readonly<Record<string, unknown>>
  catalogue_limit: CatalogueLimit
  /** The dates of series, both included. */
  dates?: Dates | undefined
}

type Dates = { from: string; to: string }

type ListingPage = ListingPart & { ordering: string; limit: number; offset: number }

/** Selects from the counts the kinds of rows that pass the filters and the limit. */
function passingKinds(listing: Listing, { category, values, catalogue_limit }: ListingPart) {
  const conditions = listing.filters
    .filter((name) => values[name] !== undefined)
    .map((name) => sql`and ${sql.ref(name)} = ${values[name]}`)
  return sql`from ${sql.table(listing.counts)}
    where category_id = ${category}::int and rank < ${ratingsWithin(catalogue_limit).length}
      ${sql.join(conditions, sql` `)}`
}

/** The conditions on rows that their kinds do not contain. A series without a date is listed as `-infinity` and in no range. */
function rowConditions({ hasKindOfRating }: Listing, { dates, catalogue_limit }: ListingPart) {
  const rating =
    hasKindOfRating || catalogue_limit === '19'
      ? sql``
      : sql`and rank < ${sql.lit(ratingsWithin(catalogue_limit).length)}`
  return dates
    ? sql`${rating} and released_on between ${dates.from}::date and ${dates.to}::date`
    : rating
}

/** Selects the rows of the part from its listing. */
const rowsOf = (listing: Listing, part: ListingPart) => sql`from ${sql.table(listing.table)}
  where category_id = ${part.category}::int and kind = any (array(select kind ${passingKinds(listing, part)}))
    ${rowConditions(listing, part)}`

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

/** The rows of each kind. Those of a range of dates are counted by an index-only scan of the range. */
async function countRows(db: Db, listing: Listing, part: ListingPart) {
  const { rows } = await sql<{ kind: number; count: number }>`
    select kind, ${
      part.dates
        ? sql`count(*) as count ${rowsOf(listing, part)}`
        : sql`sum(count)::int as count ${passingKinds(listing, part)}`
    } group by kind`.execute(db)
  return rows
}

/** Reads a page of the whole catalogue. The counts limit the scan to kinds that have rows. */
async function readCataloguePage<T>(db: Db, listing: Listing, page: ListingPage) {
  const counts = await countRows(db, listing, page)
  const count = counts.reduce((sum, row) => sum + row.count, 0)
  if (page.offset >= count) return { count, results: [] }

  const { key, direction } = parseOrdering(page.ordering)
  // Each scan is ordered and limited, so that the outer query only merges them.
  const scans = counts.map(
    ({ kind }) => sql`(
      select ${sql.ref(listing.id)} as id, ${key} as key from ${sql.table(listing.table)}
      where category_id = ${page.category}::int and kind = ${sql.lit(kind)} ${rowConditions(listing, page)}
      order by key ${direction}, id limit ${page.offset + page.limit})`,
  )
  const { rows } = await sql<T>`
    with page as materialized (
      select id, key from (${sql.join(scans, sql` union all `)}) as scanned
      order by key ${direction}, id limit ${page.limit} offset ${page.offset}
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
  page: ListingPage,
  within: RawBuilder<unknown>,
): Promise<{ count: number; results: T[] }> {
  const { key, direction } = parseOrdering(page.ordering)
  const { rows } = await sql<T & { total: number; id: number | null }>`
    with found as materialized (
      select ${sql.ref(listing.id)} as id, ${key} as key ${rowsOf(listing, page)}
        and ${sql.ref(listing.id)} in (${within})
    ), page as materialized (
      select id, key from found order by key ${direction}, id limit ${page.limit} offset ${page.offset}
    )
    select (select count(*) from found) as total, cards.*
    from (select) as single_row left join (
      select page.key as page_key, ${listing.card} from page ${listing.joins}
    ) as cards on true
    order by cards.page_key ${direction}, cards.id`.execute(db)
  const results = rows.filter((row) => row.id !== null)
  return {
    count: rows[0]?.total ?? 0,
    results: results.map(
      ({ total: _total, page_key: _key, ...card }: T & { total?: number; page_key?: unknown }) =>
        card as T,
    ),
  }
}

/** Offsets from the id of a category to the ids of its listings by access. */
const accessParts = { free: 100, plan: 200 } as const

/** The category of the listing; -1, which has no works, for an id that is none. */
const listedCategory = ({ category = 0, access }: Pick<SeriesQuery, 'category' | 'access'>) =>
  category < accessParts.free ? category + (access ? accessParts[access] : 0) : -1

type Years = Pick<SeriesQuery, 'released_from' | 'released_to'>

/** The dates of a range of years, of which either may be missing. */
const datesOf = ({ released_from = 1, released_to = 9_999 }: Years): Dates => ({
  from: `${String(released_from).padStart(4, '0')}-01-01`,
  to: `${released_to}-12-31`,
})
const hasYears = ({ released_from, released_to }: Years) =>
  released_from !== undefined || released_to !== undefined

/** `GET /api/contents/series/`. */
export function listSeries(db: Db, query: SeriesQuery, catalogue_limit: CatalogueLimit = '19') {
  const page: ListingPage = {
    ...query,
    category: listedCategory(query),
    values: query,
    catalogue_limit,
    dates: hasYears(query) ? datesOf(query) : undefined,
  }
  return query.person === undefined
    ? readCataloguePage<SeriesCard>(db, seriesListing, page)
    : readSubsetPage<SeriesCard>(
        db,
        seriesListing,
        page,
        sql`select series_id from credits where person_id = ${query.person}`,
      )
}

type CategoryQuery = ParsedInput<typeof contents.readCategory>['query']

/** Works of a category that have the same values: `ranges` are the indices of the ranges of dates with one of them. */
type SeriesKind = { category_id: number; ranges: number[] } & {
  [Name in SeriesKindFilter]: CategoryFilters[Name][number]
}

/** Reads the kinds of works in these parts of the catalogue: from the counts, and by an index probe for each range of dates. */
async function readSeriesKinds(
  db: Db,
  parts: readonly number[],
  { catalogue_limit, ranges }: Pick<ListingPart, 'catalogue_limit'> & { ranges: Dates[] },
): Promise<SeriesKind[]> {
  const values = ranges.map(({ from, to }, at) => sql`(${at}::int, ${from}::date, ${to}::date)`)
  const { rows } = await sql<SeriesKind>`
    select c.category_id, ${sql.join(seriesListing.filters.map((name) => sql.ref(`c.${name}`)))}, array(
      select r.at from (values ${sql.join(values)}) as r (at, "from", "to")
      where exists (select from series_listings l where l.category_id = c.category_id and l.kind = c.kind
        and l.released_on between r."from" and r."to")) as ranges
    from series_counts c
    where c.rank < ${ratingsWithin(catalogue_limit).length} and c.category_id = any (${parts}::int[])`.execute(
    db,
  )
  return rows
}

/** Reads the values of each filter that leave works of a category beside the other filters of the query. */
export async function readCategoryFilters(
  db: Db,
  category: number,
  catalogue_limit: CatalogueLimit,
  query: CategoryQuery = {},
): Promise<CategoryFilters> {
  const partOf = (access: keyof typeof accessParts) => category + accessParts[access]
  const decadeDates = decades.map((decade) => datesOf(yearsOfDecade(decade)))
  const ranges = [...decadeDates, datesOf(query)]
  const parts = [category, ...accessKinds.map(partOf)]
  const kinds = kindsByFilter(await readSeriesKinds(db, parts, { catalogue_limit, ranges }), {
    ...mapFilters(seriesKindFilters, (_values, name) => (kind: SeriesKind) => {
      const chosen = query[name as SeriesKindFilter]
      return chosen === undefined || kind[name as SeriesKindFilter] === chosen
    }),
    access: ({ category_id }) => !query.access || category_id === partOf(query.access),
    decades: (kind) => !hasYears(query) || kind.ranges.includes(decades.length),
  })
  return {
    ...(mapFilters(seriesKindFilters, (values, name) =>
      filterValues(values).filter((value) =>
        kinds[name as SeriesKindFilter].some((kind) => kind[name as SeriesKindFilter] === value),
      ),
    ) as Omit<CategoryFilters, 'access' | 'decades'>),
    access: accessKinds.filter((access) =>
      kinds.access.some(({ category_id }) => category_id === partOf(access)),
    ),
    decades: decades.filter((_decade, at) =>
      kinds.decades.some((kind) => kind.ranges.includes(at)),
    ),
  }
}

/** `GET /api/contents/episodes/`. */
export function listEpisodes(db: Db, query: EpisodeQuery, catalogue_limit: CatalogueLimit) {
  const { category = 0, series, season } = query
  const page: ListingPage = { ...query, category, values: query, catalogue_limit }
  if (series === undefined && season === undefined)
    return readCataloguePage<Episode>(db, episodeListing, page)
  const parents = [
    ...(series === undefined ? [] : [sql`series_id = ${series}`]),
    ...(season === undefined ? [] : [sql`season_id = ${season}`]),
  ]
  const within = sql`select id from episodes where ${sql.join(parents, sql` and `)}`
  const ordering = query.ordering.replace(/number$/, 'season_and_number')
  return readSubsetPage<Episode>(db, episodeListing, { ...page, ordering }, within)
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
export async function listTrending(db: Db, limit: number, catalogue_limit: CatalogueLimit) {
  const part = { category: 0, values: {}, catalogue_limit }
  const [{ rows: trending }, popular] = await Promise.all([
    sql<SeriesCard>`
      with page as materialized (
        select t.series_id as id, t.score from trending_series t
        join series_listings l on l.series_id = t.series_id and l.category_id = 0
          and l.kind = any (array(select kind ${passingKinds(seriesListing, part)}))
        order by t.score desc, t.series_id limit ${limit}
      )
      select ${seriesCardColumns(seriesScope)} from page join series s on s.id = page.id order by page.score desc, page.id`.execute(
      db,
    ),
    listSeries(db, { ordering: '-viewer_count', limit, offset: 0 }, catalogue_limit),
  ])
  const ids = new Set(trending.map(({ id }) => id))
  const others = popular.results.filter(({ id }) => !ids.has(id))
  const results = [...trending, ...others].slice(0, limit)
  return { count: results.length, results }
}
