import type { endpoints } from '#contract/index.ts'
import { type SearchResult, search } from '#contract/search/search.ts'
import { type CatalogueLimit, ratingsWithin } from '#contract/core/age-limits.ts'
import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import { maxSearchResults } from '#contract/core/constants.ts'
import { ageCodes } from '#contract/contents/contents.ts'
import { type Handlers, SerializedJson } from '#server/api/handler.ts'
import { clickPrefix, learnedResults } from './clicks/click-policy.ts'
import { countClick } from './clicks/click-queries.ts'
import { createDailyLimits } from '#server/api/daily-limits.ts'
import type { SharedCounts } from '#server/shared/ports/shared-counts.ts'
import { createVisitorKeys } from '#server/shared/visitor-keys.ts'
import { toKoreanLayout } from './captions/normalize-text.ts'
import { searchCaptions } from './captions/search-captions.ts'
import { hasFilters, offeredFilters } from './intents/offered-filters.ts'
import type { FoundTexts } from './meaning/find-works-by-text.ts'
import { searchCharacters, searchSynopses } from './meaning/search-work-texts.ts'
import { exactTerm } from './popular/exact-term.ts'
import { normalizeTerm } from './popular/term-policy.ts'
import { countMiss } from './popular/miss-queries.ts'
import { countSearch, readPopularTerms } from './popular/term-queries.ts'
import type { Facets } from './title-index/facets.ts'
import type { SearchIndexClient } from './worker/index-client.ts'

/** Results also depend on the title index, which follows an edit shortly after the `catalogue` notification. */
export const searchCacheTag = 'search'

const popularCount = 10
const searchResponse = search.search.response

/** Results among which a name that is the query is: it comes first, beside namesakes. */
const exactResults = 5

/** Suggestions have no pages, so the search stops after this many matches. */
const maxSuggestionMatches = 100

/** The highest rating of a limit, as the index stores it. */
const maxAgeOf = (limit: CatalogueLimit) => ageCodes.indexOf(limit)

type Filters = Omit<ParsedInput<typeof search.search>['query'], 'type'>

/** The query of the index: ratings are numbers, and works without a date are in no range of years. */
function indexQueryOf(
  { age_rating, released_from, released_to, ...query }: Filters,
  catalogue_limit: CatalogueLimit,
) {
  const years: readonly [number, number] = [released_from ?? 1, released_to ?? 9_999]
  return {
    ...query,
    age: age_rating === undefined ? undefined : ageCodes.indexOf(age_rating),
    years: released_from === undefined && released_to === undefined ? undefined : years,
    max_age: maxAgeOf(catalogue_limit),
    max_matches: maxSearchResults,
  }
}

type Searcher = {
  member: { id: number } | null
  session: { id: number } | null | undefined
  client: { address: string; device: string }
}

type SearchIndex = Pick<SearchIndexClient, 'query'>
type SearchHandlers = Handlers<typeof endpoints.search>
type ReportCall = 'recordSearch' | 'recordClick'

export const searchHandlers = ({
  searchIndex,
  ...deps
}: { searchIndex: SearchIndex } & Parameters<typeof createVisitorKeys>[0]): SearchHandlers => ({
  ...queryHandlers(searchIndex),
  ...reportHandlers(searchIndex, createSearchCounter(deps)),
})

/** Identifies searching persons, and bounds what each adds to figures. */
function createSearchCounter(
  deps: Parameters<typeof createVisitorKeys>[0] & { sharedCounts?: SharedCounts | undefined },
) {
  const visitorKeys = createVisitorKeys(deps, 'search')
  const dailyLimits = createDailyLimits(deps.sharedCounts)
  /** The searching person as counted: a member by id, a visitor by a key; and the network. */
  const searcherOf = ({ member, session, client }: Searcher) => {
    const { viewer_key, network } = visitorKeys({ ...client, session_id: session?.id })
    return { searcher_key: member?.id ?? viewer_key, network }
  }
  /** Whether a person and a network may add to a figure today. */
  const mayCount = (
    { searcher_key, network }: ReturnType<typeof searcherOf>,
    figure: string,
    now: Date,
  ) =>
    dailyLimits.accept(
      [
        ['figures_of_person', `${searcher_key} ${figure}`],
        ['figures_of_network', `${network} ${figure}`],
      ],
      now,
    )
  const mayCountMiss = async (searcher: ReturnType<typeof searcherOf>, term: string, now: Date) =>
    (await mayCount(searcher, `miss ${term}`, now)) &&
    dailyLimits.accept([['misses', String(searcher.searcher_key)]], now)
  return { searcherOf, mayCount, mayCountMiss }
}

/** The first names and the intents of a query, as everybody finds them. */
async function searchNames(searchIndex: SearchIndex, q: string) {
  const query = { q, type: 'all', limit: exactResults, offset: 0 } as const
  const response = await searchIndex.query({
    ...query,
    max_matches: maxSearchResults,
    shape: 'search',
  })
  return searchResponse.parse(JSON.parse(response.toString()))
}

/** Searches the texts of works; again in the other keyboard layout if nothing is found. */
async function findTexts<T extends { count: number }>(
  searchIndex: SearchIndex,
  query: Filters & { limit: number; offset: number },
  catalogue_limit: CatalogueLimit,
  searchIn: (source: FoundTexts & { catalogue_limit: CatalogueLimit }) => Promise<T>,
): Promise<{ result: T; interpreted_as: string | null }> {
  const find = async (q: string) => {
    const indexQuery = indexQueryOf({ ...query, q }, catalogue_limit)
    const response = await searchIndex.query({ ...indexQuery, type: 'series', shape: 'texts' })
    const texts = JSON.parse(response.toString()) as FoundTexts
    return searchIn({ ...texts, catalogue_limit })
  }
  const result = await find(query.q)
  const korean = result.count > 0 ? null : toKoreanLayout(query.q)
  if (korean === null) return { result, interpreted_as: null }
  const converted = await find(korean)
  return converted.count > 0
    ? { result: converted, interpreted_as: korean }
    : { result, interpreted_as: null }
}

const listOf = <T>({ count, results }: { count: number; results: T[] }) => ({ count, results })

type TextResults = { count: number; results: SearchResult[]; facets: Facets[] }

/** Searches texts, and returns the filters that leave results of the query. */
async function withFilters(
  query: Filters,
  search: (query: Filters) => Promise<TextResults & { interpreted_as: string | null }>,
): Promise<EndpointResponse<typeof endpoints.search.search>> {
  const { facets, ...response } = await search(query)
  const chosen = indexQueryOf(query, '19')
  const all = hasFilters(chosen) ? await search({ q: query.q, limit: 1, offset: 0 }) : { facets }
  return { ...response, intents: [], nearest: [], filters: offeredFilters(all.facets, chosen) }
}

function queryHandlers(searchIndex: SearchIndex): Omit<SearchHandlers, ReportCall> {
  return {
    // Filters apply to works, so filtered results are works only, including those of a person with exactly that name.
    async search({ db, query: { type, ...query }, catalogue_limit, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      if (type === 'line')
        return withFilters(query, (filtered) => searchCaptions(db, filtered, catalogue_limit))
      if (type === 'synopsis' || type === 'character')
        return withFilters(query, async (filtered) => {
          const { result, interpreted_as } = await findTexts(
            searchIndex,
            filtered,
            catalogue_limit,
            (source): Promise<TextResults> =>
              type === 'synopsis'
                ? searchSynopses(db, source, filtered)
                : searchCharacters(db, source, filtered),
          )
          return { ...result, interpreted_as }
        })
      return new SerializedJson(
        await searchIndex.query({
          ...indexQueryOf(query, catalogue_limit),
          type,
          shape: 'search',
        }),
      )
    },

    async searchTexts({ db, query, catalogue_limit, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const page = { limit: query.limit, offset: 0 }
      const [lines, { result }] = await Promise.all([
        searchCaptions(db, { ...query, ...page }, catalogue_limit),
        findTexts(searchIndex, { ...query, ...page }, catalogue_limit, async (source) => {
          const [synopses, characters] = await Promise.all([
            searchSynopses(db, source, page),
            searchCharacters(db, source, page),
          ])
          return { count: synopses.count + characters.count, synopses, characters }
        }),
      ])
      return {
        lines: {
          count: lines.count,
          results: lines.results.filter((match) => match.type === 'line'),
        },
        synopses: listOf(result.synopses),
        characters: listOf(result.characters),
      }
    },

    async suggest({ query: { q, limit }, catalogue_limit, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const indexQuery = {
        q,
        limit,
        offset: 0,
        type: 'all',
        max_age: maxAgeOf(catalogue_limit),
        max_matches: maxSuggestionMatches,
      } as const
      return new SerializedJson(await searchIndex.query({ ...indexQuery, shape: 'suggest' }))
    },

    // Leaves out terms that find nothing, and terms that only find works above the limit, since a term may be a title.
    async listPopular({ db, catalogue_limit, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const terms = (await readPopularTerms(db)).filter((term) => normalizeTerm(term) !== null)
      const ratings = ratingsWithin(catalogue_limit)
      const popular = await Promise.all(
        terms.map(async (q) => {
          const names = await searchNames(searchIndex, q)
          const first = names.results.find((result) => result.type === 'series')
          return first && exactTerm(q, names) === q && ratings.includes(first.series.age_rating)
            ? [{ q, series: first.series }]
            : []
        }),
      )
      const results = popular.flat().slice(0, popularCount)
      return { count: results.length, results }
    },
  }
}

function reportHandlers(
  searchIndex: SearchIndex,
  { searcherOf, mayCount, mayCountMiss }: ReturnType<typeof createSearchCounter>,
): Pick<SearchHandlers, ReportCall> {
  return {
    /** Terms that are not published (`normalizeTerm`) are not stored. The server decides whether a search finds nothing. */
    async recordSearch({ transact, session, member, client, body, now }) {
      const term = normalizeTerm(body.q)
      if (term === null) return null
      const searcher = searcherOf({ member, session, client })
      const names = await searchNames(searchIndex, body.q)
      if (names.count === 0) {
        if (await mayCountMiss(searcher, term, now))
          await transact((tx) => countMiss(tx, term, now))
        return null
      }
      const published = exactTerm(term, names)
      if (published !== null)
        await transact((tx) => countSearch(tx, { term: published, ...searcher }, now))
      return null
    },

    /**
     * A click counts at the lower of the reported position and the place of the work, so that no report outweighs others. What is
     * not published (`normalizeTerm`) is not counted.
     */
    async recordClick({
      transact,
      session,
      member,
      client,
      body: { q, series_id, position },
      now,
    }) {
      const prefix = clickPrefix(q)
      if (prefix === null || normalizeTerm(q) === null) return null
      const query = { q, type: 'all', limit: learnedResults, offset: 0 } as const
      const response = await searchIndex.query({
        ...query,
        max_matches: maxSearchResults,
        shape: 'search',
      })
      const { results } = searchResponse.parse(JSON.parse(response.toString()))
      const works = results.flatMap((result) =>
        result.type === 'series' ? [result.series.id] : [],
      )
      const place = works.indexOf(series_id)
      const searcher = searcherOf({ member, session, client })
      if (place < 0 || !(await mayCount(searcher, `click ${series_id} ${prefix}`, now))) return null
      const { network } = searcher
      const counted = { prefix, series_id, position: Math.min(position, place), network }
      await transact((tx) => countClick(tx, counted, now))
      return null
    },
  }
}
