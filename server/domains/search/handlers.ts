import type { endpoints } from '#contract/index.ts'
import { maxSearchResults, search } from '#contract/contents/search.ts'
import { ageCodes } from '#contract/contents/contents.ts'
import { type Handlers, SerializedJson } from '#server/api/handler.ts'
import { createVisitorKeys } from '#server/shared/visitor-keys.ts'
import { searchCaptions } from './captions/search-captions.ts'
import { normalizeTerm } from './popular/term-policy.ts'
import { countSearch, readPopularTerms } from './popular/term-queries.ts'
import type { SearchIndexClient } from './worker/index-client.ts'

/** Results also depend on the title index, which follows an edit shortly after the `catalogue` notification. */
export const searchCacheTag = 'search'

const popularCount = 10
const searchAnswer = search.search.answer

/** Suggestions have no pages, so the search stops after this many matches. */
const maxSuggestionMatches = 100

export function searchHandlers({
  searchIndex,
  ...deps
}: {
  searchIndex: Pick<SearchIndexClient, 'query'>
} & Parameters<typeof createVisitorKeys>[0]): Handlers<typeof endpoints.search> {
  const visitorKeys = createVisitorKeys(deps, 'search')
  return {
    // Filters apply to works, so filtered results are works only, including those of a person with exactly that name.
    async search({ db, query: { type, age_rating, ...query }, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      if (type === 'line') return searchCaptions(db, { age_rating, ...query })
      const age = age_rating === undefined ? undefined : ageCodes.indexOf(age_rating)
      return new SerializedJson(
        await searchIndex.query({
          ...query,
          type,
          age,
          max_matches: maxSearchResults,
          shape: 'search',
        }),
      )
    },

    async suggest({ query: { q, limit }, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const indexQuery = {
        q,
        limit,
        offset: 0,
        type: 'all',
        max_matches: maxSuggestionMatches,
      } as const
      return new SerializedJson(await searchIndex.query({ ...indexQuery, shape: 'suggest' }))
    },

    /** Terms that are not published (`normalizeTerm`) are not stored. */
    async recordSearch({ transact, session, member, client, body, now }) {
      const term = normalizeTerm(body.q)
      if (term === null) return null
      const visitor = member ? null : visitorKeys({ ...client, session_id: session?.id })
      const searcher_key = member?.id ?? visitor?.viewer_key ?? 0
      const network = visitor?.network ?? null
      await transact((tx) => countSearch(tx, { term, searcher_key, network }, now))
      return null
    },

    // A term without a matching work leads nowhere and is left out.
    async listPopular({ db, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const terms = (await readPopularTerms(db)).filter((term) => normalizeTerm(term) !== null)
      const found = await Promise.all(
        terms.map(async (q) => {
          const query = { q, type: 'series', limit: 1, offset: 0, max_matches: 1 } as const
          const response = await searchIndex.query({ ...query, shape: 'search' })
          const { results } = searchAnswer.parse(JSON.parse(response.toString()))
          return results[0]?.type === 'series' ? [{ q, series: results[0].series }] : []
        }),
      )
      const results = found.flat().slice(0, popularCount)
      return { count: results.length, results }
    },
  }
}
