import type { endpoints } from '#contract/index.ts'
import { search } from '#contract/contents/search.ts'
import { type CatalogueLimit, ratingsWithin } from '#contract/core/age-limits.ts'
import { maxSearchResults } from '#contract/core/constants.ts'
import { ageCodes } from '#contract/contents/contents.ts'
import { type Handlers, SerializedJson } from '#server/api/handler.ts'
import { createClickLimits } from './clicks/click-limits.ts'
import { clickPrefix, learnedResults } from './clicks/click-policy.ts'
import { countClick } from './clicks/click-queries.ts'
import { createVisitorKeys } from '#server/shared/visitor-keys.ts'
import { searchCaptions } from './captions/search-captions.ts'
import { normalizeTerm } from './popular/term-policy.ts'
import { countMiss } from './popular/miss-queries.ts'
import { countSearch, readPopularTerms } from './popular/term-queries.ts'
import type { SearchIndexClient } from './worker/index-client.ts'

/** Results also depend on the title index, which follows an edit shortly after the `catalogue` notification. */
export const searchCacheTag = 'search'

const popularCount = 10
const searchAnswer = search.search.answer

/** Suggestions have no pages, so the search stops after this many matches. */
const maxSuggestionMatches = 100

/** The highest rating of a limit, as the index stores it. */
const maxAgeOf = (limit: CatalogueLimit) => ageCodes.indexOf(limit)

type Searcher = {
  member: { id: number } | null
  session: { id: number } | null | undefined
  client: { address: string; device: string }
}

export function searchHandlers({
  searchIndex,
  ...deps
}: {
  searchIndex: Pick<SearchIndexClient, 'query'>
} & Parameters<typeof createVisitorKeys>[0]): Handlers<typeof endpoints.search> {
  const visitorKeys = createVisitorKeys(deps, 'search')
  const clickLimits = createClickLimits()
  /** The searching person as counted: a member by id, a visitor by a key. */
  const searcherOf = ({ member, session, client }: Searcher) => {
    const visitor = member ? null : visitorKeys({ ...client, session_id: session?.id })
    return {
      searcher_key: member?.id ?? visitor?.viewer_key ?? 0,
      network: visitor?.network ?? null,
    }
  }
  return {
    // Filters apply to works, so filtered results are works only, including those of a person with exactly that name.
    async search({ db, query: { type, age_rating, ...query }, catalogue_limit, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      if (type === 'line') return searchCaptions(db, { age_rating, ...query }, catalogue_limit)
      const age = age_rating === undefined ? undefined : ageCodes.indexOf(age_rating)
      return new SerializedJson(
        await searchIndex.query({
          ...query,
          type,
          age,
          max_age: maxAgeOf(catalogue_limit),
          max_matches: maxSearchResults,
          shape: 'search',
        }),
      )
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

    /** Terms that are not published (`normalizeTerm`) are not stored. The server decides whether a search finds nothing. */
    async recordSearch({ transact, session, member, client, body, now }) {
      const term = normalizeTerm(body.q)
      if (term === null) return null
      const searcher = searcherOf({ member, session, client })
      const query = { q: body.q, type: 'all', limit: 1, offset: 0, max_matches: 1 } as const
      const response = await searchIndex.query({ ...query, shape: 'search' })
      if (searchAnswer.parse(JSON.parse(response.toString())).count === 0) {
        await transact((tx) => countMiss(tx, term, now))
        return null
      }
      await transact((tx) => countSearch(tx, { term, ...searcher }, now))
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
      const { results } = searchAnswer.parse(JSON.parse(response.toString()))
      const works = results.flatMap((one) => (one.type === 'series' ? [one.series.id] : []))
      const place = works.indexOf(series_id)
      const { searcher_key, network } = searcherOf({ member, session, client })
      const click = { clicker: searcher_key, network, prefix, series_id }
      if (place < 0 || !clickLimits.accept(click, now)) return null
      const counted = { prefix, series_id, position: Math.min(position, place) }
      await transact((tx) => countClick(tx, counted, now))
      return null
    },

    // Leaves out terms that find nothing, and terms that only find works above the limit, since a term may be a title.
    async listPopular({ db, catalogue_limit, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const terms = (await readPopularTerms(db)).filter((term) => normalizeTerm(term) !== null)
      const ratings = ratingsWithin(catalogue_limit)
      const found = await Promise.all(
        terms.map(async (q) => {
          const query = { q, type: 'series', limit: 1, offset: 0, max_matches: 1 } as const
          const response = await searchIndex.query({ ...query, shape: 'search' })
          const { results } = searchAnswer.parse(JSON.parse(response.toString()))
          const [first] = results
          return first?.type === 'series' && ratings.includes(first.series.age_rating)
            ? [{ q, series: first.series }]
            : []
        }),
      )
      const results = found.flat().slice(0, popularCount)
      return { count: results.length, results }
    },
  }
}
