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
  episodeCard,
  imageUrl,
  readEpisode,
  readEpisodes,
  readNeighbours,
  seriesCard,
  reachable,
} from './queries.ts'
export { lastSeriesId, readSeriesAddresses } from './addresses.ts'
export { importCatalogue } from './import/import-catalogue.ts'
export { CategoryGiven, categoryNames, text, wordsFor } from './import/line.ts'
export { importCopy } from './import/import.copy.ts'
export { linesOf } from './import/lines.ts'
export { keepSchedules } from './edit/keep-schedules.ts'
export { addWork } from './edit/add-work.ts'
export { changeWork } from './edit/change-work.ts'
export { changeEpisode } from './edit/change-episode.ts'
export { addEpisode, addSeason, changeSeason, holdSeries } from './edit/seasons.ts'
export { removeEpisode, removeSeason } from './edit/remove.ts'
export { orderEpisodes, orderSeasons } from './edit/put-in-order.ts'
export {
  episodeColumns,
  holdEpisode,
  holdSeason,
  holdWork,
  readPeople,
  workColumns,
} from './edit/fields.ts'
export type { Change, Edit } from './edit/change.ts'
export { addFilm, cleanTitle, titleOfFile } from './add-film.ts'
