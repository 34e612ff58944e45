import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { listEpisodes, listSeries } from './listings.ts'
import { readAgeRatings, readCategories, readEpisode, readSeries } from './queries.ts'

/**
 * What answers are tagged with: `catalogue` for whatever any edit may change, `series:{id}` for one series. Details
 * carry `series` too, which is told when an edit touches too many to name them.
 */
const ofSeries = (id: number) => [`series:${id}`, 'series']

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

  async readSeries({ db, params, cacheTag: tag }) {
    tag(...ofSeries(params.id))
    return (await readSeries(db, params.id)) ?? throwProblem('not_found')
  },

  async listEpisodes({ db, query, cacheTag: tag }) {
    tag(...(query.series === undefined ? ['catalogue'] : ofSeries(query.series)))
    return listEpisodes(db, query)
  },

  async readEpisode({ db, params, cacheTag: tag }) {
    const episode = await readEpisode(db, params.id)
    if (!episode) return throwProblem('not_found')
    tag(...ofSeries(episode.series.id))
    return episode
  },
}
