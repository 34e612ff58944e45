import { CallRefused } from '#web/api/client.ts'
import type { Failure } from '#web/features/player/core/media-state.ts'

/** Why playback ends when a fresh address of the film was not given. */
export const failureOf = (error: unknown): Failure =>
  error instanceof CallRefused && [401, 402, 403, 404].includes(error.problem.status)
    ? 'refused'
    : 'network'
