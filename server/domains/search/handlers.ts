import type { endpoints } from '#contract/index.ts'
import { maxSearchResults } from '#contract/contents/search.ts'
import { ageCodes } from '#contract/contents/contents.ts'
import { listSeries } from '#server/domains/contents/index.ts'
import { type Handlers, SerializedJson } from '#server/api/handler.ts'
import { searchCaptions } from './captions/search-captions.ts'
import type { SearchIndexClient } from './worker/index-client.ts'

/** What is found depends on the index too, which hears of an edit a moment after everybody else. */
export const searchCacheTag = 'search'

/** How many words `popular` offers. */
const popularWords = 10

/** Names that suggestions are the best of: nobody turns their pages. */
const mostSuggested = 100

export function searchHandlers(
  names: Pick<SearchIndexClient, 'query'>,
): Handlers<typeof endpoints.search> {
  return {
    // With a filter there are works alone, those of a person who was named in full among them: a filter is of works.
    async search({ db, query: { type, age_rating, ...query }, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      if (type === 'line') return searchCaptions(db, { age_rating, ...query })
      const age = age_rating === undefined ? undefined : ageCodes.indexOf(age_rating)
      return new SerializedJson(
        await names.query({ ...query, type, age, enough: maxSearchResults, shape: 'search' }),
      )
    },

    async suggest({ query: { q, limit }, cacheTag: tag }) {
      tag('catalogue', searchCacheTag)
      const asked = { q, limit, offset: 0, type: 'all', enough: mostSuggested } as const
      return new SerializedJson(await names.query({ ...asked, shape: 'suggest' }))
    },

    // By how many have watched: a search writes nothing (D-06), so searches are not counted, and what people typed is
    // shown to nobody.
    async listPopular({ db, cacheTag: tag }) {
      tag('catalogue')
      const { results } = await listSeries(db, {
        ordering: '-viewer_count',
        limit: popularWords,
        offset: 0,
      })
      return {
        count: results.length,
        results: results.map((series) => ({ q: series.title, series })),
      }
    },
  }
}
