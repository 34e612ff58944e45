import type { SearchFilters } from '#contract/search/search.ts'
import { decades, yearsOfDecade } from '#contract/contents/listing-filters.ts'
import { ageCodes, maxCategories } from '#contract/core/constants.ts'
import { kindsByFilter } from '#server/domains/contents/index.ts'
import type { Facets } from '../title-index/facets.ts'
import type { Filters } from '../title-index/title-search.ts'

/** The filters that visitors choose. */
type ChosenFilters = Pick<Filters, 'category' | 'age' | 'year' | 'years' | 'is_free' | 'is_dubbed'>

const noFilters: ChosenFilters = {
  category: undefined,
  age: undefined,
  year: undefined,
  years: undefined,
  is_free: undefined,
  is_dubbed: undefined,
}

export const hasFilters = (query: ChosenFilters): boolean =>
  Object.keys(noFilters).some((name) => query[name as keyof ChosenFilters] !== undefined)

export const withoutFilters = <Query extends ChosenFilters>(query: Query): Query => ({
  ...query,
  ...noFilters,
})

const isInCategory = ({ categories }: Facets, id: number) => ((categories >> (id - 1)) & 1) === 1
const isWithin = ({ year }: Facets, from: number, to: number) => from <= year && year <= to
const yesOrNo = [true, false]
const categoryNumbers = Array.from({ length: maxCategories }, (_, index) => index + 1)

/**
 * The values of each filter that leave results beside the other filters of a query.
 * @param facets of the works that the query finds without its filters.
 */
export function offeredFilters(facets: readonly Facets[], query: ChosenFilters): SearchFilters {
  const { category, age, year, years, is_free, is_dubbed } = query
  const kinds = kindsByFilter(facets, {
    category: (kind) => category === undefined || isInCategory(kind, category),
    age_rating: (kind) => age === undefined || kind.age === age,
    decades: (kind) =>
      (year === undefined || kind.year === year) && (!years || isWithin(kind, ...years)),
    is_free: (kind) => is_free === undefined || kind.is_free === is_free,
    is_dubbed: (kind) => is_dubbed === undefined || kind.is_dubbed === is_dubbed,
  })
  return {
    category: categoryNumbers.filter((id) => kinds.category.some((kind) => isInCategory(kind, id))),
    age_rating: ageCodes.filter((_code, rank) =>
      kinds.age_rating.some((kind) => kind.age === rank),
    ),
    decades: decades.filter((decade) => {
      const { released_from = 1, released_to } = yearsOfDecade(decade)
      return kinds.decades.some((kind) => isWithin(kind, released_from, released_to))
    }),
    is_free: yesOrNo.filter((value) => kinds.is_free.some((kind) => kind.is_free === value)),
    is_dubbed: yesOrNo.filter((value) => kinds.is_dubbed.some((kind) => kind.is_dubbed === value)),
  }
}
