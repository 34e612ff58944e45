import type { EndpointClient, EndpointResponse } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { SearchResult } from '#contract/search/search.ts'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { readSimilar } from '#web/features/catalog/similar-works.ts'
import { pageCount } from '#web/ui/layout/pagination.tsx'
import { labelIntent } from './intent-labels.ko.ts'
import { type SearchParams, parseSearchParams, pageSize, toSearchQuery } from './search-params.ts'
import { hasTextSections, toCharacterHit, toSynopsisHit, toTextSections } from './text-results.ts'

const popularSize = 12
/** With more works a large one would hide the others. */
const fewWorks = 3

export const noResults = {
  count: 0,
  results: [],
  interpreted_as: null,
  intents: [],
  nearest: [],
  filters: { category: [], age_rating: [], decades: [], is_free: [], is_dubbed: [] },
} satisfies EndpointResponse<typeof viewerEndpoints.search.search>

/** Loads the results of the address: names, texts if no name matches, or the search landing if there are none. */
export async function loadSearch(call: EndpointClient, address: string) {
  const params = parseSearchParams(new URL(address).searchParams)
  const [results, categories] =
    params.q === ''
      ? [noResults, []]
      : await Promise.all([requestResults(call, params), readCategories(call)])
  const isEmpty = results.results.length === 0
  const hasTexts = hasTextSections(params) && (isEmpty || isDescription(params, results.results[0]))
  const texts = hasTexts ? await readTexts(call, params) : null
  const landing = isEmpty && !texts ? await readLanding(call) : null
  const groups = groupByType(results.results)
  const linesFirst = !isEmpty && texts !== null && texts.lines.count > 0
  return {
    params,
    count: results.count,
    /** The best of few works, and works that fill the page below them. */
    lead: linesFirst ? null : await readLead(call, params, groups),
    interpreted_as: results.interpreted_as,
    intents: results.intents.map((intent) => ({
      label: labelIntent(intent, categories),
      without: intent.without,
      is_applied: intent.is_applied,
    })),
    nearest: results.nearest.map(toPosterCardData),
    /** The values of filters that leave results. */
    filters: results.filters,
    pages: pageCount(results.count, pageSize),
    ...groups,
    categories,
    texts,
    /** Whether the words were spoken as they stand, while no name contains them: the lines then precede the works. */
    lines_first: linesFirst,
    landing,
  }
}

/** Whether the words are several and the best result is not named like them: it was found by its texts. */
const isDescription = ({ q }: SearchParams, best: SearchResult | undefined) =>
  q.includes(' ') &&
  best?.type === 'series' &&
  best.highlights.length + best.highlights_original.length === 0

/** Reads the first of few works with its story, and similar works that are no results themselves. */
async function readLead(
  call: EndpointClient,
  { type, page }: SearchParams,
  { series: works, people_first }: ReturnType<typeof groupByType>,
) {
  const [first] = works
  const isListOfWorks = (type === 'all' || type === 'series') && page === 1 && !people_first
  if (!first || !isListOfWorks || works.length > fewWorks) return null
  try {
    const series = await call(viewerEndpoints.contents.readSeries, {
      params: { id: first.series.id },
    })
    const { synopsis, backdrop_url, backdrop_color, first_episode_id, rating_average } = series
    const similar = await readSimilar(call, series)
    const found = new Set(works.map(({ series: { id } }) => id))
    return {
      work: {
        ...toPosterCardData(series),
        synopsis,
        backdrop_url,
        backdrop_color,
        first_episode_id,
        rating_average,
      },
      matched: first.matched,
      similar: similar.filter(({ id }) => !found.has(id)),
    }
  } catch {
    // It was withdrawn since the search, or is read too often: the results stand alone.
    return null
  }
}

function requestResults(call: EndpointClient, params: SearchParams) {
  const page = { limit: pageSize, offset: (params.page - 1) * pageSize }
  return call(viewerEndpoints.search.search, {
    query: { ...toSearchQuery(params), type: params.type, ...page },
  })
}

async function readTexts(call: EndpointClient, params: SearchParams) {
  return toTextSections(
    await call(viewerEndpoints.search.searchTexts, { query: toSearchQuery(params) }),
  )
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
    synopses: results.flatMap((result) =>
      result.type === 'synopsis' ? [toSynopsisHit(result)] : [],
    ),
    characters: results.flatMap((result) =>
      result.type === 'character' ? [toCharacterHit(result)] : [],
    ),
  }
}

export type SearchPage = Awaited<ReturnType<typeof loadSearch>>
