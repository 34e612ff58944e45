import type { WatchProgress, WatchSocketMessage } from '#contract/contents/watch-history.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'

/** Sends the progress of one player, and receives the outcome. */
export type ProgressSource = {
  /** Unique across all processes. */
  readonly id: number
  readonly session_id: number
  onSaved(episode_id: number, progress: number): void
  onRejected(problem: ProblemError): void
  /** @returns whether to keep the progress for a retry after a database error. */
  onFailed(error: unknown): boolean
  /** Owned by the recorder: progress of this source that is not saved yet. */
  pending?: unknown
}

/** Saves the progress that sockets send. Implemented by the domain `watch-history`. */
export type ProgressRecorder = {
  record(member_id: number, progress: WatchProgress, source: ProgressSource): void
  /** Resolves when all recorded progress is saved. */
  drain(): Promise<void>
}

/** Saved progress. `screen` is the id of its source. */
export type ProgressMove = {
  source_id: number
  member_id: number
  episode_id: number
  progress: number
  is_completed: boolean
}

/** A stream that another player has taken over. */
export type StreamEnded = { member_id: number } & Omit<
  Extract<WatchSocketMessage, { type: 'stream_ended' }>,
  'type'
>
