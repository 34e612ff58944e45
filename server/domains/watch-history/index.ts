/**
 * How far members are in what they watch, what they go on with, what they like, and how many have watched.
 *
 * What holds, always:
 * - Progress is acknowledged after it is committed, never before; what a screen wrote last is what stays (D-44).
 * - A late message never moves progress back: `progress_moves` in the migration is the rule, for every process.
 * - Finished is finished: no replay takes it back (D-45).
 * - A history line is made only by somebody who may play the episode: `admit` is asked, which `playback` answers.
 * - A member and a day in Seoul count once in `viewer_count`, whatever was deleted meanwhile.
 */
export { watchHistoryHandlers } from './handlers.ts'
export { createProgressRecorder, type ProgressRecorder } from './progress-recorder.ts'
export { type PlaybackEligibility, type ProgressSource } from './progress-update.ts'
export { completionSecond, resumePosition } from './completion.ts'
export { runWatchHistoryMaintenance } from './maintenance.ts'
export { createGuestViews, type GuestViews } from './guest-views.ts'
export { parseProgressNotices } from './write-progress.ts'
export { readResumePosition } from './history-queries.ts'
