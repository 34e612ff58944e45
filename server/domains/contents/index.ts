/**
 * The catalogue: series → seasons → episodes, categories, age ratings and people.
 *
 * Invariants: an episode's season belongs to the episode's series; a film is a series of one season with one episode and
 * `is_series` false; text is composed (NFC); only public episodes are in lists (decisions/0016-publication); triggers keep
 * the listings and their counts equal to the tables, in the same transaction; an edit notifies `series:{id}` and
 * `catalogue`, or `series` and `catalogue` if it touched more than fifty series; statistics of viewers (`viewer_count`
 * and similar) notify nothing.
 *
 * Scheduled publication changes apply at their instant in every process (`editing/publication-scheduler.ts`). After an
 * episode ended only its buyers can play it, and no list includes it.
 *
 * Later domains call the exports below. A trigger of `media` derives `video_state` from the media asset of an episode:
 * set `asset_id` only.
 */
export { contentsServerModule } from './registration.ts'
export { listSeries } from './listing-queries.ts'
export {
  episodeCardColumns,
  episodeScope,
  isOrderableSql,
  isPublicEpisode,
  isPublicSeriesSql,
  isReachableSql,
  isShownSeriesSql,
  isUpcomingSeriesSql,
  isWithinLimit,
  publicSeasonCount,
  readEpisode,
  readEpisodes,
  readNeighbours,
  readNextOpening,
  readReachableEpisode,
  readCategoryIds,
  seriesCardColumns,
  lastSeriesId,
  playableScope,
  readSeriesPaths,
  seriesScope,
} from './catalogue-queries.ts'
export { kindsByFilter } from './offered-filters.ts'
export { importCatalogue, readLines } from './import/import-catalogue.ts'
export { importWorks } from './staff/catalogue/import-works.ts'
export { homeCurationTag, readCurationForEditing } from './home-curation/curation-queries.ts'
export { createHomeRow, setHomeScenes } from './staff/home-curation/edit-curation.ts'
export { startPublicationScheduler } from './editing/publication-scheduler.ts'
export { createFilm, normalizeTitle, titleFromFileName } from './editing/edit-work.ts'
export { homeSubject } from './staff/home-curation/home-curation.copy.ts'
