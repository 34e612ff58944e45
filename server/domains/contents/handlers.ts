import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { readAgeRatings, readCategories, readEpisode, readSeries } from './catalogue-queries.ts'
import { listEpisodes, listSeries, listTrending, listUpcoming } from './listing-queries.ts'

/**
 * Cache tags: `catalogue` for responses that any edit may change, `series:{id}` for one series. Details also carry
 * `series`, which is notified when an edit touches too many series to list.
 */
const seriesTags = (id: number) => [`series:${id}`, 'series']

export const contentsHandlers: Handlers<typeof endpoints.contents> = {
  async listCategories({ db, cacheTag: tag }) {
    tag('catalogue')
    const results = await readCategories(db)
    return { count: results.length, results }
  },

  async readCategory({ db, params, cacheTag: tag }) {
    tag('catalogue')
    const [category] = await readCategories(db, params.id)
    return category ?? throwProblem('not_found')
  },

  async listAgeRatings({ db, cacheTag: tag }) {
    tag('catalogue')
    const results = await readAgeRatings(db)
    return { count: results.length, results }
  },

  async listSeries({ db, query, cacheTag: tag }) {
    tag('catalogue')
    return listSeries(db, query)
  },

  async listUpcoming({ db, query, cacheTag: tag }) {
    tag('catalogue')
    return listUpcoming(db, query)
  },

  async listTrending({ db, query, cacheTag: tag }) {
    tag('catalogue')
    return listTrending(db, query.limit)
  },

  async readSeries({ db, params, cacheTag: tag }) {
    tag(...seriesTags(params.id))
    return (await readSeries(db, params.id)) ?? throwProblem('not_found')
  },

  async listEpisodes({ db, query, cacheTag: tag }) {
    tag(...(query.series === undefined ? ['catalogue'] : seriesTags(query.series)))
    return listEpisodes(db, query)
  },

  async readEpisode({ db, params, cacheTag: tag }) {
    const episode = await readEpisode(db, params.id)
    if (!episode) return throwProblem('not_found')
    tag(...seriesTags(episode.series.id))
    return episode
  },
}
