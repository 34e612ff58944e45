import { normalizeText } from './characters.ts'
import { ageCodes } from './constants.ts'
import { decades, mapFilters, seriesFilters } from '#contract/contents/listing-filters.ts'

/** Returns the value as the page reads it, or null if the page ignores it. */
type Normalize = (value: string) => string | null

const oneOf =
  (...values: readonly string[]): Normalize =>
  (value) =>
    values.includes(value) ? value : null
const integer =
  (min: number, max: number): Normalize =>
  (value) =>
    /^[1-9]\d{0,9}$/.test(value) && Number(value) >= min && Number(value) <= max ? value : null
/** Clamps to the last page; the first page has no number. */
const page =
  (last: number): Normalize =>
  (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : 1
    return number > 1 ? String(Math.min(number, last)) : null
  }
/** An id that decides between a page and a 404: all invalid values share one cache key. */
const knownId: Normalize = (value) => (/^[1-9]\d{0,8}$/.test(value) ? value : '0')
/** A search text, cut to `maxLength` code points as the pages cut it. */
const text =
  (maxLength: number): Normalize =>
  (value) => {
    const trimmed = normalizeText(value.replaceAll('\0', '')).trim()
    return Array.from(trimmed).slice(0, maxLength).join('').trim() || null
  }
/** Paths without repetition. No route distinguishes numbers, which are ids, or encoded characters. */
const routePaths: Normalize = (value) => {
  const paths = new Set(value.split(',').map((path) => path.replaceAll(/[\d%]+/g, '1')))
  paths.delete('')
  return [...paths].sort().slice(0, maxRoutePaths).join(',') || null
}

/** The address at which the router requests the routes of the links on a page. */
export const routeManifestPath = '/__manifest'
/** Paths per request, ids not counted. */
const maxRoutePaths = 100

/** The last page of a list within the maximum offset of 10,000. */
const lastPageOf = (pageSize: number) => Math.floor(10_000 / pageSize) + 1

/**
 * The query parameters that affect the server-rendered page, by path, in the order of the cache key, with their
 * normalized values. The page is rendered and cached once per combination, so every value set is bounded. Other
 * parameters (such as campaign parameters) are dropped before rendering. Parameters read only in the browser are not
 * listed.
 */
export const pageQueryKeys: readonly {
  path: RegExp
  queries: Readonly<Record<string, Normalize>>
}[] = [
  {
    path: /^\/categories\/[^/]+$/,
    queries: {
      ordering: oneOf('-viewer_count', '-released_on', '-rating_average', '-like_count', 'title'),
      page: page(lastPageOf(24)),
      ...mapFilters(seriesFilters, (values) => oneOf(...values)),
      decade: oneOf(...decades),
    },
  },
  {
    path: /^\/series\/[^/]+(?:\/season\/[^/]+)?$/,
    queries: { ordering: oneOf('-number'), page: page(lastPageOf(50)) },
  },
  {
    path: /^\/search$/,
    queries: {
      q: text(100),
      type: oneOf('series', 'person', 'line', 'synopsis', 'character'),
      category: integer(1, 32_767),
      // `maxSearchResults` of the search, 30 per page.
      page: page(34),
      age_rating: oneOf(...ageCodes),
      is_free: oneOf('true'),
      is_dubbed: oneOf('true'),
      decade: oneOf(...decades),
      year: integer(1850, 2200),
    },
  },
  {
    path: /^\/customer-service\/faqs(?:\/[^/]+)?$/,
    queries: { q: text(100), page: page(lastPageOf(6)), id: integer(1, 999_999_999) },
  },
  {
    path: /^\/customer-service\/notices$/,
    queries: { page: page(lastPageOf(10)), id: knownId },
  },
  {
    path: /^\/terms\/[^/]+$/,
    queries: { version: (value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '0') },
  },
  { path: /^\/__manifest$/, queries: { paths: routePaths, version: text(40) } },
]
