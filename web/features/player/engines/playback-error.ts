import { ApiError } from '#web/api/api-errors.ts'
import type { PlaybackError } from '#web/features/player/core/media-state.ts'

/** Maps a failed manifest refresh to a playback error. */
export const playbackErrorOf = (error: unknown): PlaybackError =>
  error instanceof ApiError && [401, 402, 403, 404].includes(error.problem.status)
    ? 'refused'
    : 'network'
