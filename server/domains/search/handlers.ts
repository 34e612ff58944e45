import type { endpoints } from '#contract/index.ts'
import { mostFound } from '#contract/search.ts'
import { ageCodes } from '#contract/contents.ts'
import { listSeries } from '#server/domains/contents/index.ts'
import { type Handlers, Written } from '#server/kernel/handler.ts'
import { searchLines } from './lines.ts'
import type { Names } from './names.ts'

/** What is found depends on the index too, which hears of an edit a moment after everybody else. */
export const searchTag = 'search'

/** How many words `popular` offers. */
const popularWords = 10

/** Names that suggestions are the best of: nobody turns their pages. */
const mostSuggested = 100

export function searchHandlers(names: Pick<Names, 'ask'>): Handlers<typeof endpoints.search> {
  return {
    // With a filter there are works alone, those of a person who was named in full among them: a filter is of works.
    async search({ db, query: { type, age_rating, ...query }, tag }) {
      tag('catalogue', searchTag)
      if (type === 'line') return searchLines(db, { age_rating, ...query })
      const age = age_rating === undefined ? undefined : ageCodes.indexOf(age_rating)
      return new Written(
        await names.ask({ ...query, type, age, enough: mostFound, shape: 'search' }),
      )
    },

    async suggest({ query: { q, limit }, tag }) {
      tag('catalogue', searchTag)
      const asked = { q, limit, offset: 0, type: 'all', enough: mostSuggested } as const
      return new Written(await names.ask({ ...asked, shape: 'suggest' }))
    },

    // By how many have watched: a search writes nothing (D-06), so searches are not counted, and what people typed is
    // shown to nobody.
    async listPopular({ db, tag }) {
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
