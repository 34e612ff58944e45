import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  readAgeRatings,
  readPublicSettings,
  readCategories,
  countEpisodesBefore,
  readEpisode,
  readNeighbours,
  readPerson,
  readSeries,
} from './catalogue-queries.ts'
import { homeCurationTag, readHomeCuration } from './home-curation/curation-queries.ts'
import {
  listEpisodes,
  listSeries,
  listTrending,
  listUpcoming,
  readCategoryFilters,
} from './listing-queries.ts'

/**
 * Cache tags: `catalogue` for responses that any edit may change, `series:{id}` for one series. Details also carry
 * `series`, which is notified when an edit touches too many series to list.
 */
const seriesTags = (id: number) => [`series:${id}`, 'series']

export const contentsHandlers: Handlers<typeof endpoints.contents> = {
  async listCategories({ db, catalogue_limit, cacheTag: tag }) {
    tag('catalogue')
    const results = await readCategories(db, catalogue_limit)
    return { count: results.length, results }
  },

  async readCategory({ db, params, query, catalogue_limit, cacheTag: tag }) {
    tag('catalogue')
    const [category] = await readCategories(db, catalogue_limit, params.id)
    if (!category) return throwProblem('not_found')
    const filters = await readCategoryFilters(db, category.id, catalogue_limit, query)
    return { ...category, filters }
  },

  async readCatalogueSettings({ db, cacheTag: tag }) {
    tag('catalogue')
    return readPublicSettings(db)
  },

  async listAgeRatings({ db, cacheTag: tag }) {
    tag('catalogue')
    const results = await readAgeRatings(db)
    return { count: results.length, results }
  },

  async listSeries({ db, query, catalogue_limit, cacheTag: tag }) {
    tag('catalogue')
    return listSeries(db, query, catalogue_limit)
  },

  async listUpcoming({ db, query, catalogue_limit, cacheTag: tag }) {
    tag('catalogue')
    return listUpcoming(db, query, catalogue_limit)
  },

  async listTrending({ db, query, catalogue_limit, cacheTag: tag }) {
    tag('catalogue')
    return listTrending(db, query.limit, catalogue_limit)
  },

  async readHomeCuration({ db, now, catalogue_limit, cacheTag: tag }) {
    tag('catalogue', homeCurationTag)
    return readHomeCuration(db, { at: now, limit: catalogue_limit })
  },

  async readSeries({ db, params, catalogue_limit, cacheTag: tag }) {
    tag(...seriesTags(params.id))
    return (await readSeries(db, params.id, catalogue_limit)) ?? throwProblem('not_found')
  },

  async readPerson({ db, params, catalogue_limit, cacheTag: tag }) {
    tag('catalogue')
    return (await readPerson(db, params.id, catalogue_limit)) ?? throwProblem('not_found')
  },

  async listEpisodes({ db, query, catalogue_limit, cacheTag: tag }) {
    tag(...(query.series === undefined ? ['catalogue'] : seriesTags(query.series)))
    return listEpisodes(db, query, catalogue_limit)
  },

  async readEpisode({ db, params, catalogue_limit, cacheTag: tag }) {
    const episode = await readEpisode(db, params.id, catalogue_limit)
    if (!episode) return throwProblem('not_found')
    tag(...seriesTags(episode.series.id))
    return episode
  },
  async readEpisodeNeighbours({ db, params, catalogue_limit, cacheTag: tag }) {
    const episode = await readEpisode(db, params.id, catalogue_limit)
    if (!episode) return throwProblem('not_found')
    tag(...seriesTags(episode.series.id))
    const [neighbours, offset] = await Promise.all([
      readNeighbours(db, episode),
      countEpisodesBefore(db, episode),
    ])
    return { ...neighbours, offset }
  },
}
