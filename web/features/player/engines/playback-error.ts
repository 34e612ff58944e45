import { ApiError } from '#web/api/client.ts'
import type { PlaybackError } from '#web/features/player/core/media-state.ts'

/** Why playback ends when a fresh address of the film was not given. */
export const failureOf = (error: unknown): PlaybackError =>
  error instanceof ApiError && [401, 402, 403, 404].includes(error.problem.status)
    ? 'refused'
    : 'network'
