import type { WatchProgress, WatchSocketMessage } from '#contract/contents/watch-history.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'

/** Sends progress of one player to be written, and receives what became of it. */
export type ProgressSource = {
  /** Distinguishes sockets across all processes. */
  readonly id: number
  readonly session_id: number
  onSaved(episode_id: number, progress: number): void
  onRejected(problem: ProblemError): void
  /** @returns whether to keep the progress for another attempt after the database failed. */
  onFailed(error: unknown): boolean
  /** Kept here for the recorder: the progress of this source that is not written yet. */
  pending?: unknown
}

/** Writes the progress that sockets send. Implemented by the domain `watch-history`. */
export type ProgressRecorder = {
  record(member_id: number, progress: WatchProgress, source: ProgressSource): void
  /** Resolves when everything taken so far is written. */
  drain(): Promise<void>
}

/** Progress that was written. `screen` is the id of the source it came from. */
export type ProgressMove = {
  screen: number
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
