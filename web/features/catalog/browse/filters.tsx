import type { AgeCode } from '#contract/contents/contents.ts'
import { ageCodes } from '#contract/core/constants.ts'
import { type Decade, parseDecade, decades } from '#contract/core/decades.ts'
import { mapFilters, seriesFilters } from '#contract/contents/listing-filters.ts'
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

type ChosenValues = {
  [Name in keyof typeof seriesFilters]: (typeof seriesFilters)[Name][number] | null
}

/** Filters and ordering of a title list, as kept in the query string. */
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
