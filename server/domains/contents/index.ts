/**
 * The catalogue: series → seasons → episodes, categories, age ratings and people.
 *
 * Invariants: an episode's season belongs to the episode's series; a film is a series of one season with one episode and
 * `is_series` false (D-30); text is composed (NFC); a hidden series or episode is absent for all viewers; triggers keep
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
export { listSeries } from './listings.ts'
export {
  episodeCardColumns,
  imageUrl,
  readEpisode,
  readEpisodes,
  readNeighbours,
  seriesCardColumns,
  isReachableSql,
} from './queries.ts'
export { lastSeriesId, readSeriesPaths } from './sitemap-queries.ts'
export { importCatalogue } from './import/import-catalogue.ts'
export {
  CategoryInput,
  categoryNames,
  importText,
  importIssueText,
} from './import/parse-import-row.ts'
export { importCopy } from './import/import.copy.ts'
export { readLines } from './import/import-catalogue.ts'
export { startPublicationScheduler } from './editing/publication-scheduler.ts'
export { createWork } from './editing/create-work.ts'
export { updateWork } from './editing/update-work.ts'
export { updateEpisode } from './editing/update-episode.ts'
export {
  createEpisode,
  createSeason,
  updateSeason,
  lockSeries,
} from './editing/seasons-and-episodes.ts'
export { deleteUnusedEpisode, deleteEmptySeason } from './editing/delete-season-or-episode.ts'
export { reorderEpisodes, reorderSeasons } from './editing/reorder.ts'
export {
  episodeColumns,
  lockEpisode,
  lockSeason,
  lockWork,
  readPeople,
  workColumns,
} from './editing/lock-for-edit.ts'
export type { FieldChanges, VersionedEdit } from './editing/versioned-edit.ts'
export { createFilm, normalizeTitle, titleFromFileName } from './create-film.ts'
