import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { SearchResult } from '#contract/contents/search.ts'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { pageCount } from '#web/ui/layout/page-numbers.ts'
import { labelIntent } from './intent-labels.ko.ts'
import { type SearchParams, parseSearchParams, pageSize } from './search-params.ts'

const popularSize = 12

/** Loads the results of the address, or the search landing if there are none. */
export async function loadSearch(call: EndpointClient, address: string, now: number) {
  const params = parseSearchParams(new URL(address).searchParams)
  const [results, categories] =
    params.q === ''
      ? [{ count: 0, results: [], interpreted_as: null, intents: [], nearest: [] }, []]
      : await Promise.all([requestResults(call, params), readCategories(call)])
  const landing = results.results.length > 0 ? null : await readLanding(call)
  return {
    params,
    count: results.count,
    interpreted_as: results.interpreted_as,
    intents: results.intents.map((intent) => ({
      label: labelIntent(intent, categories),
      without: intent.without,
      is_applied: intent.is_applied,
    })),
    nearest: results.nearest.map(toPosterCardData),
    pages: pageCount(results.count, pageSize),
    ...groupByType(results.results),
    categories,
    this_year: new Date(now).getUTCFullYear(),
    landing,
  }
}

function requestResults(
  call: EndpointClient,
  { q, type, category, age_rating, year, is_free, page }: SearchParams,
) {
  return call(viewerEndpoints.search.search, {
    query: {
      ...{ q, type, limit: pageSize, offset: (page - 1) * pageSize },
      ...(category !== null && { category }),
      ...(age_rating && { age_rating }),
      ...(year !== null && { year }),
      ...(is_free && { is_free: 'true' as const }),
    },
  })
}

async function readCategories(call: EndpointClient) {
  const { results } = await call(viewerEndpoints.contents.listCategories, {})
  return results.map(({ id, name }) => ({ id, name }))
}

async function readLanding(call: EndpointClient) {
  const [popular, series] = await Promise.all([
    call(viewerEndpoints.search.listPopular, {}),
    call(viewerEndpoints.contents.listSeries, { query: { limit: popularSize } }),
  ])
  return {
    queries: popular.results.map(({ q }) => q),
    series: series.results.map(toPosterCardData),
  }
}

/** Splits results by type and reduces each to its card's props. */
function groupByType(results: readonly SearchResult[]) {
  return {
    /** Whether the best match is a person, who then precedes titles. */
    people_first: results[0]?.type === 'person',
    series: results.flatMap((result) =>
      result.type === 'series'
        ? [{ series: toPosterCardData(result.series), matched: result.highlights }]
        : [],
    ),
    people: results.flatMap((result) =>
      result.type === 'person'
        ? [
            {
              person: result.person,
              matched: result.highlights,
              matched_original: result.highlights_original,
              works: result.series.map(toPosterCardData),
            },
          ]
        : [],
    ),
    lines: results.flatMap((result) => (result.type === 'line' ? [result] : [])),
  }
}

export type SearchPage = Awaited<ReturnType<typeof loadSearch>>
export type LineResult = SearchPage['lines'][number]
