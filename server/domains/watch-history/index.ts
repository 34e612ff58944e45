/**
 * Watch progress, continue watching, likes and view counts. Invariants:
 * - Progress is acknowledged only after the commit; of a player that plays on the last 30 s are with it and with the server of its socket; the last write of a progress source is stored
 *   (decisions/0029-watch-progress).
 * - A late message never moves progress back; the SQL function `accepts_progress` is the rule for every process.
 * - A completed episode stays completed after a replay.
 * - A history entry requires eligibility to play the episode; `playback` provides that check as `admit`.
 * - A member counts once a day in Seoul in `viewer_count`, even after deleting the history entry.
 */
export { createProgressRecorder, type PlaybackEligibility } from './progress/progress-recorder.ts'
export { createResumePositions, type ResumePositions } from './progress/resume-positions.ts'
export { completionSecond, resumePosition } from './completion.ts'
export { watchHistoryServerModule, watchHistoryWorkerModule } from './registration.ts'
export { createGuestViews, type GuestViews } from './guest-views.ts'
export { dismissReturnedEpisode, insertReleaseAlert } from './history-queries.ts'
export { aggregateViews } from './view-count-queries.ts'
