import type { AgeCode } from '#contract/contents/contents.ts'
import { ageCodes } from '#contract/core/constants.ts'
import { browseMessages } from './messages.ko.ts'

export type Ordering = keyof typeof browseMessages.orders

/** What a list of works is narrowed by; all of it is in the address. */
export type Filters = {
  is_series: 'true' | 'false' | null
  is_completed: 'true' | 'false' | null
  age_rating: AgeCode | null
  ordering: Ordering
}

const yesOrNo = (text: string | null) => (text === 'true' || text === 'false' ? text : null)

/** Reads the filters of an address; what does not fit is left out, as a reader would wish. */
export function parseFilters(search: URLSearchParams): Filters {
  const age = search.get('age_rating')
  const ordering = search.get('ordering') ?? ''
  return {
    is_series: yesOrNo(search.get('is_series')),
    is_completed: yesOrNo(search.get('is_completed')),
    age_rating: ageCodes.find((code) => code === age) ?? null,
    ordering: Object.hasOwn(browseMessages.orders, ordering)
      ? (ordering as Ordering)
      : '-viewer_count',
  }
}

/** The query of these filters, defaults left out, in a fixed order: one list has one address. */
export function filtersToQuery(filters: Filters, page = 1): string {
  const search = new URLSearchParams()
  if (filters.is_series) search.set('is_series', filters.is_series)
  if (filters.is_completed) search.set('is_completed', filters.is_completed)
  if (filters.age_rating) search.set('age_rating', filters.age_rating)
  if (filters.ordering !== '-viewer_count') search.set('ordering', filters.ordering)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `?${search}` : ''
}

export const isFiltered = (filters: Filters): boolean =>
  filters.is_series !== null || filters.is_completed !== null || filters.age_rating !== null

/** Works on one page of a list. */
export const pageSize = 24

/** How many works stand before those of `page`. */
export const pageOffset = (page: number): number => (page - 1) * pageSize
