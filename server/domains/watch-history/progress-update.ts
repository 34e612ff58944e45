import type { ProblemError } from '#server/shared/problem-error.ts'
import type { Tx } from '#server/db/client.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'

/** Whether a member may play an episode, with the data needed to store progress. Times are in seconds. */
export type PlaybackEligibility =
  | { refusal: ProblemCode }
  | { series_id: number; runtime: number; done_at: number }

/** Returns one result for each request, in the same order. */
export type CheckEligibility = (
  requests: readonly { member_id: number; episode_id: number }[],
  now: Date,
) => Promise<PlaybackEligibility[]>

/** Called in the transaction of every batch; `playback` extends the active streams of the sessions. */
export type OnProgressBatch = (
  tx: Tx,
  watched: readonly {
    member_id: number
    session_id: number
    episode_id: number
    progress: number
  }[],
  now: Date,
) => Promise<void>

/** A source of progress: a socket, or all HTTP requests of one session. */
export type ProgressSource = {
  /** Unique across processes. */
  readonly id: number
  readonly session_id: number
  onSaved(episode_id: number, progress: number): void
  onRejected(error: ProblemError): void
  /** Called if the write failed. @returns true to retry with the next batch. */
  onFailed(error: unknown): boolean
  /** Set by the recorder: the unwritten update of this source. */
  pending?: ProgressUpdate | undefined
}

/** The latest unwritten progress of a member in an episode. */
export type ProgressUpdate = {
  readonly member_id: number
  readonly episode_id: number
  progress: number
  source: ProgressSource
  /** Other sources that reported progress for the same episode in this batch. */
  outdone: ProgressSource[] | undefined
  /** Number of the batch. */
  round: number
  admission: Extract<PlaybackEligibility, { series_id: number }> | undefined
}
