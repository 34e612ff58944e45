import { ageCodes } from '#contract/core/constants.ts'
import type { AgeCode } from '#contract/contents/contents.ts'
import { type Decade, parseDecade, yearsOfDecade } from '#contract/contents/listing-filters.ts'
import { searchPath } from '#web/routing/paths.ts'
import { parsePageParam } from '#web/ui/layout/pagination.tsx'

/** The tabs in order; the first is the default of an address without `type`. */
export const searchTypes = ['all', 'series', 'person', 'character', 'line', 'synopsis'] as const

/** The parameters of a search; all are in the address. */
export type SearchParams = {
  q: string
  type: (typeof searchTypes)[number]
  category: number | null
  age_rating: AgeCode | null
  decade: Decade | null
  /** Set by addresses that predate the filter by decade. */
  year: number | null
  /** Free titles only. */
  is_free: boolean
  /** Dubbed titles only. */
  is_dubbed: boolean
  page: number
}

export const pageSize = 30
/** Results are counted and reachable up to here (`mostFound` of the contract). */
export const maxResults = 1_000
export const lastPage = Math.ceil(maxResults / pageSize)
export const maxQueryLength = 100

const parseIntInRange = (text: string | null, min: number, max: number) => {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : NaN
  return number >= min && number <= max ? number : null
}

/** NFC-normalizes, trims and cuts the query to the maximum length in code points. */
export function normalizeQuery(text: string): string {
  const normalized = text.replaceAll('\0', '').normalize('NFC').trim()
  return Array.from(normalized).slice(0, maxQueryLength).join('').trim()
}

/** Parses an address; invalid values fall back to defaults. */
export function parseSearchParams(search: URLSearchParams): SearchParams {
  const type = searchTypes.find((type) => type === search.get('type')) ?? 'all'
  const params: SearchParams = {
    q: normalizeQuery(search.get('q') ?? ''),
    type,
    category: parseIntInRange(search.get('category'), 1, 32_767),
    age_rating: ageCodes.find((code) => code === search.get('age_rating')) ?? null,
    decade: parseDecade(search.get('decade')),
    year: parseIntInRange(search.get('year'), 1850, 2200),
    is_free: search.get('is_free') === 'true',
    is_dubbed: search.get('is_dubbed') === 'true',
    page: parsePageParam(search.get('page'), lastPage),
  }
  return type === 'person' ? { ...params, ...noFilters } : params
}

export const noFilters = {
  category: null,
  age_rating: null,
  decade: null,
  year: null,
  is_free: false,
  is_dubbed: false,
} as const

export const isFiltered = ({
  category,
  age_rating,
  decade,
  year,
  is_free,
  is_dubbed,
}: SearchParams): boolean =>
  [category, age_rating, decade, year].some((filter) => filter !== null) || is_free || is_dubbed

/** The query and the filters as fields of the API. */
export function toSearchQuery({
  q,
  category,
  age_rating,
  decade,
  year,
  is_free,
  is_dubbed,
}: SearchParams) {
  return {
    q,
    ...(category !== null && { category }),
    ...(age_rating && { age_rating }),
    ...(decade && yearsOfDecade(decade)),
    ...(year !== null && { year }),
    ...(is_free && { is_free: 'true' as const }),
    ...(is_dubbed && { is_dubbed: 'true' as const }),
  }
}

/** The address of a search by text alone. */
export const searchResultsPath = (q: string): string => `${searchPath}?q=${encodeURIComponent(q)}`

/** The address of a search in a fixed order, without defaults. A search for people has no filters. */
export function searchUrl({
  q,
  type,
  category,
  age_rating,
  decade,
  year,
  is_free,
  is_dubbed,
  page,
}: SearchParams): string {
  const search = new URLSearchParams({ q })
  if (type !== 'all') search.set('type', type)
  if (type !== 'person') {
    if (category !== null) search.set('category', String(category))
    if (age_rating) search.set('age_rating', age_rating)
    if (decade) search.set('decade', decade)
    if (year !== null) search.set('year', String(year))
    if (is_free) search.set('is_free', 'true')
    if (is_dubbed) search.set('is_dubbed', 'true')
  }
  if (page > 1) search.set('page', String(page))
  return `${searchPath}?${search}`
}
