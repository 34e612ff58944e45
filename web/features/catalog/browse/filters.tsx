import type { AgeCode, CategoryFilters } from '#contract/contents/contents.ts'
import { accessKinds, ageCodes } from '#contract/core/constants.ts'
import { type Decade, parseDecade, decades } from '#contract/core/decades.ts'
import { browseMessages, decadeNames } from './messages.ko.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { Select, Options } from '#web/ui/forms/form-controls.tsx'
import type { ComponentProps } from 'react'

/** The first is the default. */
export const orderings = [
  '-viewer_count',
  '-released_on',
  '-rating_average',
  '-like_count',
  'title',
] as const
export type Ordering = (typeof orderings)[number]

/** Filters and ordering of a title list, as kept in the query string. */
export type Filters = {
  is_series: 'true' | 'false' | null
  is_completed: 'true' | 'false' | null
  /** Dubbed titles only. */
  is_dubbed: 'true' | null
  access: CategoryFilters['access'][number] | null
  age_rating: AgeCode | null
  decade: Decade | null
  ordering: Ordering
}

const parseBoolean = (text: string | null) => (text === 'true' || text === 'false' ? text : null)

/** Parses the filters of a query string and ignores unknown values. */
export function parseFilters(search: URLSearchParams): Filters {
  const age = search.get('age_rating')
  const access = search.get('access')
  const ordering = search.get('ordering')
  return {
    is_series: parseBoolean(search.get('is_series')),
    is_completed: parseBoolean(search.get('is_completed')),
    is_dubbed: search.get('is_dubbed') === 'true' ? 'true' : null,
    access: accessKinds.find((kind) => kind === access) ?? null,
    age_rating: ageCodes.find((code) => code === age) ?? null,
    decade: parseDecade(search.get('decade')),
    ordering: orderings.find((name) => name === ordering) ?? orderings[0],
  }
}

/** Returns the query string of these filters, in a fixed order and without defaults, so that one list has one URL. */
export function filtersToQuery(filters: Filters, page = 1): string {
  const search = new URLSearchParams()
  if (filters.is_series) search.set('is_series', filters.is_series)
  if (filters.is_completed) search.set('is_completed', filters.is_completed)
  if (filters.is_dubbed) search.set('is_dubbed', filters.is_dubbed)
  if (filters.access) search.set('access', filters.access)
  if (filters.age_rating) search.set('age_rating', filters.age_rating)
  if (filters.decade) search.set('decade', filters.decade)
  if (filters.ordering !== orderings[0]) search.set('ordering', filters.ordering)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `?${search}` : ''
}

export const isFiltered = (filters: Filters): boolean =>
  filters.is_series !== null ||
  filters.is_completed !== null ||
  filters.is_dubbed !== null ||
  filters.access !== null ||
  filters.age_rating !== null ||
  filters.decade !== null

/** Titles per page. */
export const pageSize = 24

/** Returns the number of titles before `page`. */
export const pageOffset = (page: number): number => (page - 1) * pageSize

type Props = Pick<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'className'>

/** `offered` leaves out options; the chosen one stays. */
type Offered<T> = Props & { offered?: readonly T[] }

const optionsOf = <T extends string>(
  all: readonly T[],
  offered = all,
  value: Props['value'] = '',
) => all.filter((option) => offered.includes(option) || option === value)

/** The fields `age_rating` and `decade` of a form that filters works. Each has an empty option for any value. */
export const AgeSelect = ({ offered, ...props }: Offered<AgeCode>) => (
  <Select name="age_rating" aria-label={browseMessages.age} className="w-38" {...props}>
    <option value="">{browseMessages.any_age}</option>
    <Options values={optionsOf(ageCodes, offered, props.value)} names={badgeMessages.age} />
  </Select>
)

export const DecadeSelect = ({ offered, ...props }: Offered<Decade>) => (
  <Select name="decade" aria-label={browseMessages.decade} className="w-38" {...props}>
    <option value="">{browseMessages.any_decade}</option>
    <Options values={optionsOf(decades, offered, props.value)} names={decadeNames} />
  </Select>
)
