import {
  mapFilters,
  parseDecade,
  seriesFilters,
  type Decade,
} from '#contract/contents/listing-filters.ts'

/** The first is the default. */
export const orderings = [
  '-viewer_count',
  '-released_on',
  '-rating_average',
  '-like_count',
  'title',
] as const
export type Ordering = (typeof orderings)[number]

type ChosenValues = {
  [Name in keyof typeof seriesFilters]: (typeof seriesFilters)[Name][number] | null
}

/** Filters and ordering of a list of works, as kept in the query string. */
export type Filters = ChosenValues & { decade: Decade | null; ordering: Ordering }

const filterNames = Object.keys(seriesFilters) as (keyof ChosenValues)[]

/** Parses the filters of a query string and ignores unknown values. */
export function parseFilters(search: URLSearchParams): Filters {
  const ordering = search.get('ordering')
  return {
    ...(mapFilters(
      seriesFilters,
      (values, name) => values.find((value) => value === search.get(name)) ?? null,
    ) as ChosenValues),
    decade: parseDecade(search.get('decade')),
    ordering: orderings.find((name) => name === ordering) ?? orderings[0],
  }
}

/** The chosen values, as fields of `listSeries`. */
export const chosenValues = (filters: Filters) =>
  Object.fromEntries(
    filterNames.flatMap((name) => (filters[name] === null ? [] : [[name, filters[name]]])),
  ) as { [Name in keyof ChosenValues]?: NonNullable<ChosenValues[Name]> }

/** Returns the query string of these filters, in a fixed order and without defaults, so that one list has one URL. */
export function filtersToQuery(filters: Filters, page = 1): string {
  const search = new URLSearchParams(chosenValues(filters))
  if (filters.decade) search.set('decade', filters.decade)
  if (filters.ordering !== orderings[0]) search.set('ordering', filters.ordering)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `?${search}` : ''
}

export const isFiltered = (filters: Filters): boolean =>
  filterNames.some((name) => filters[name] !== null) || filters.decade !== null

/** Works per page. */
export const pageSize = 24

/** Returns the number of works before `page`. */
export const pageOffset = (page: number): number => (page - 1) * pageSize
