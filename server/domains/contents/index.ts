/**
 * The catalogue: series → seasons → episodes, categories, age ratings and people.
 *
 * What holds, always: an episode belongs to a season of the very series it names; a film is a series of one season
 * with one episode and `is_series` false (D-30); text is composed (NFC); a hidden series, or episode, is absent for
 * every reader; the listings and their counts agree with the tables they are made from, to the row, in the same
 * transaction, whoever wrote (triggers keep them); an edit tells `series:{id}` and `catalogue`, or `series` and
 * `catalogue` where it touched more than fifty; figures that viewers make (`viewer_count` and its like) tell nothing.
 *
 * What is shown from or until an instant turns at that instant in every process (`edit/keep-schedules.ts`). Whoever
 * bought an episode plays it on after it ended; nobody else does, and no list shows it.
 *
 * What is below may be called by the domains after this one. `video_state` follows the media asset of an episode
 * by a trigger of `media`: set `asset_id` and the rest comes.
 */
export { contentsHandlers } from './handlers.ts'
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
