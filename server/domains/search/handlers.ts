import type { endpoints } from '#contract/index.ts'
import { listSeries } from '#server/domains/contents/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import type { Cards } from './cards.ts'
import { searchLines } from './lines.ts'
import type { Names } from './names.ts'
import { searchNames, suggest } from './search.ts'

/** What is found depends on the index too, which hears of an edit a moment after everybody else. */
export const searchTag = 'search'

/** How many words `popular` offers. */
const popularWords = 10

export function searchHandlers(parts: {
  names: Pick<Names, 'ask'>
  cards: Pick<Cards, 'read'>
}): Handlers<typeof endpoints.search> {
  return {
    async search({ db, query: { type, ...query }, tag }) {
      tag('catalogue', searchTag)
      return type === 'line'
        ? searchLines(db, query)
        : searchNames({ db, ...parts }, { type, ...query })
    },

    async suggest({ db, query, tag }) {
      tag('catalogue', searchTag)
      return suggest({ db, ...parts }, query)
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
