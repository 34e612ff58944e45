import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { listSeries } from '#server/domains/contents/index.ts'
import { search } from './search.ts'

/** How many words `popular` offers. */
const popularWords = 10

export const searchHandlers: Handlers<typeof endpoints.search> = {
  async search({ db, query, tag }) {
    tag('catalogue')
    return search(db, query)
  },

  async suggest({ db, query, tag }) {
    tag('catalogue')
    const { results, ...found } = await search(db, { type: 'all', offset: 0, ...query })
    return { ...found, results: results.filter((result) => result.type !== 'line') }
  },

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
