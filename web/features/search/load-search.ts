import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { SearchResult } from '#contract/contents/search.ts'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { pageCount } from '#web/ui/layout/page-numbers.ts'
import { type SearchParams, parseSearchParams, pageSize } from './search-params.ts'

const popularSize = 12

/** What the address asks for, and what was found; where that is nothing, what others look for. */
export async function loadSearch(call: EndpointClient, address: string, now: number) {
  const asked = parseSearchParams(new URL(address).searchParams)
  const [found, categories] =
    asked.q === ''
      ? [{ count: 0, results: [], interpreted_as: null }, []]
      : await Promise.all([find(call, asked), readCategories(call)])
  const offered = found.results.length > 0 ? null : await readOffered(call)
  return {
    asked,
    count: found.count,
    interpreted_as: found.interpreted_as,
    pages: pageCount(found.count, pageSize),
    ...sorted(found.results),
    categories,
    this_year: new Date(now).getUTCFullYear(),
    offered,
  }
}

function find(
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

async function readOffered(call: EndpointClient) {
  const [words, series] = await Promise.all([
    call(viewerEndpoints.search.listPopular, {}),
    call(viewerEndpoints.contents.listSeries, { query: { limit: popularSize } }),
  ])
  return { words: words.results.map(({ q }) => q), series: series.results.map(toPosterCardData) }
}

/** Results by what they are, each with what its card shows. */
function sorted(results: readonly SearchResult[]) {
  return {
    /** Whom one asked for by name comes before his works. */
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
