import { yearsOfDecade } from '#contract/contents/listing-filters.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { parsePageParam } from '#web/ui/layout/pagination.tsx'
import { chosenValues, pageSize, parseFilters } from './filters.ts'

/** The highest page within the maximum offset of the API. */
const lastPage = Math.floor(10_000 / pageSize)

/** Loads one page of a category and the list of all categories. */
export async function loadCategory(call: EndpointClient, id: number, url: string) {
  const search = new URL(url).searchParams
  const filters = parseFilters(search)
  const page = parsePageParam(search.get('page'), lastPage)
  const { decade, ordering } = filters
  const chosen = { ...chosenValues(filters), ...(decade && yearsOfDecade(decade)) }
  const { readCategory, listCategories, listSeries } = viewerEndpoints.contents
  const [category, categories, list] = await Promise.all([
    call(readCategory, { params: { id }, query: chosen }),
    call(listCategories, {}),
    call(listSeries, {
      query: {
        category: id,
        ...chosen,
        ordering,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      },
    }),
  ])
  return {
    category,
    categories: categories.results.map(({ id: categoryId, name }) => ({ id: categoryId, name })),
    filters,
    page,
    /** The first page included in `series`. */
    from: page,
    pages: Math.min(lastPage, Math.ceil(list.count / pageSize)),
    count: list.count,
    series: list.results.map(toPosterCardData) as readonly ReturnType<typeof toPosterCardData>[],
  }
}

export type CategoryData = Awaited<ReturnType<typeof loadCategory>>
