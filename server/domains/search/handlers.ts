import type { endpoints } from '#contract/index.ts'
import { maxSearchResults } from '#contract/contents/search.ts'
import { ageCodes } from '#contract/contents/contents.ts'
import { listSeries } from '#server/domains/contents/index.ts'
import { type Handlers, SerializedJson } from '#server/api/handler.ts'
import { searchCaptions } from './captions/search-captions.ts'
import type { SearchIndexClient } from './worker/index-client.ts'

/** Results also depend on the title index, which follows an edit shortly after the `catalogue` notification. */
export const searchCacheTag = 'search'

const popularCount = 10

/** Suggestions have no pages, so the search stops after this many matches. */
const maxSuggestionMatches = 100

export function searchHandlers(
  searchIndex: Pick<SearchIndexClient, 'query'>,
): Handlers<typeof endpoints.search> {
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

    // Ordered by viewer count: searches are not counted (D-06), and queries are not published.
    async listPopular({ db, cacheTag: tag }) {
      tag('catalogue')
      const { results } = await listSeries(db, {
        ordering: '-viewer_count',
        limit: popularCount,
        offset: 0,
      })
      return {
        count: results.length,
        results: results.map((series) => ({ q: series.title, series })),
      }
    },
  }
}
