import type { WatchProgress } from '#contract/contents/watch-history.ts'
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
