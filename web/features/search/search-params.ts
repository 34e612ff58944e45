import { ageCodes } from '#contract/core/constants.ts'
import type { AgeCode } from '#contract/contents/contents.ts'
import { searchPath } from '#web/routing/paths.ts'
import { parsePageParam } from '#web/ui/layout/page-numbers.ts'

/** The tabs, in their order; the first is what an address without a `type` asks for. */
export const searchTypes = ['all', 'series', 'person', 'line'] as const

/** What is looked for; all of it is in the address. */
export type SearchParams = {
  q: string
  type: (typeof searchTypes)[number]
  category: number | null
  age_rating: AgeCode | null
  year: number | null
  /** Free ones alone, or all. */
  is_free: boolean
  page: number
}

export const pageSize = 30
/** Results are counted, and can be reached, up to here (`mostFound` of the contract). */
export const maxResults = 1_000
export const lastPage = Math.ceil(maxResults / pageSize)
export const maxQueryLength = 100

const digits = (text: string | null, least: number, most: number) => {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : NaN
  return number >= least && number <= most ? number : null
}

/** Composed and cut to what the call takes, in letters: an emoji is one. */
export function normalizeQuery(text: string): string {
  const whole = text.replaceAll('\0', '').normalize('NFC').trim()
  return Array.from(whole).slice(0, maxQueryLength).join('').trim()
}

/** Reads an address; what does not fit is left out, as a reader would wish. */
export function parseSearchParams(search: URLSearchParams): SearchParams {
  const type = searchTypes.find((one) => one === search.get('type')) ?? 'all'
  const asked: SearchParams = {
    q: normalizeQuery(search.get('q') ?? ''),
    type,
    category: digits(search.get('category'), 1, 32_767),
    age_rating: ageCodes.find((code) => code === search.get('age_rating')) ?? null,
    year: digits(search.get('year'), 1850, 2200),
    is_free: search.get('is_free') === 'true',
    page: parsePageParam(search.get('page'), lastPage),
  }
  return type === 'person' ? { ...asked, ...noFilters } : asked
}

/** What takes every filter off. */
export const noFilters = { category: null, age_rating: null, year: null, is_free: false } as const

export const isFiltered = ({ category, age_rating, year, is_free }: SearchParams): boolean =>
  category !== null || age_rating !== null || year !== null || is_free

/** The address of what is looked for, defaults left out, in a fixed order. People have no filters. */
export function searchUrl({
  q,
  type,
  category,
  age_rating,
  year,
  is_free,
  page,
}: SearchParams): string {
  const search = new URLSearchParams({ q })
  if (type !== 'all') search.set('type', type)
  if (type !== 'person') {
    if (category !== null) search.set('category', String(category))
    if (age_rating) search.set('age_rating', age_rating)
    if (year !== null) search.set('year', String(year))
    if (is_free) search.set('is_free', 'true')
  }
  if (page > 1) search.set('page', String(page))
  return `${searchPath}?${search}`
}
