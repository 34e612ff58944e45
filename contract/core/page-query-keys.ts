import { ageCodes } from './constants.ts'

/** Returns the value as the page reads it, or null where the page ignores it. */
type Normalize = (value: string) => string | null

const oneOf =
  (...values: readonly string[]): Normalize =>
  (value) =>
    values.includes(value) ? value : null
const integer =
  (min: number, max: number): Normalize =>
  (value) =>
    /^[1-9]\d{0,9}$/.test(value) && Number(value) >= min && Number(value) <= max ? value : null
/** The nearest page there can be; the first page has no number. */
const page =
  (last: number): Normalize =>
  (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : 1
    return number > 1 ? String(Math.min(number, last)) : null
  }
/** A number that decides between a page and a 404: all that is no number share one address. */
const knownId: Normalize = (value) => (/^[1-9]\d{0,8}$/.test(value) ? value : '0')
/** A text to search for, cut to `longest` letters as the pages cut it. */
const text =
  (longest: number): Normalize =>
  (value) => {
    const whole = value.replaceAll('\0', '').normalize('NFC').trim()
    return Array.from(whole).slice(0, longest).join('').trim() || null
  }
const yesOrNo = oneOf('true', 'false')

/** The last page of a list that an offset of 10,000 reaches (D-02). */
const lastPageOf = (pageSize: number) => Math.floor(10_000 / pageSize) + 1

/**
 * The queries that the rendering of a page depends on, by path, in the order they have in the key that the page is kept
 * under, each with the values it takes. A page is prepared once for each of their values, so all of them are bounded; any
 * other query (a campaign's mark, say) changes nothing and is left out before the page is made. What a page reads in the
 * browser alone needs no place here.
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
      age_rating: oneOf(...ageCodes),
      is_completed: yesOrNo,
      is_series: yesOrNo,
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
      type: oneOf('series', 'person', 'line'),
      category: integer(1, 32_767),
      // As many as are counted (`mostFound` of the search), 30 on a page.
      page: page(34),
      age_rating: oneOf(...ageCodes),
      is_free: oneOf('true'),
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
]
