import type { ProblemError } from '#server/shared/problem-error.ts'
import type { Tx } from '#server/db/client.ts'
import type { ProblemCode } from '#contract/core/problem-codes.ts'

/** Whether somebody may play an episode, and what his progress in it is measured by. */
export type PlaybackEligibility =
  | { refusal: ProblemCode }
  | { series_id: number; runtime: number; done_at: number }

/** Answers in the order of the questions. */
export type CheckEligibility = (
  questions: readonly { member_id: number; episode_id: number }[],
  now: Date,
) => Promise<PlaybackEligibility[]>

/** Told of every round within its transaction: who watches what in which browser. `playback` keeps places by it. */
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

/** Where progress comes from: a socket, or the calls of one session. */
export type ProgressSource = {
  /** Tells screens apart in all processes. */
  readonly id: number
  /** Of which browser it is. */
  readonly session_id: number
  onSaved(episode_id: number, progress: number): void
  onRejected(refusal: ProblemError): void
  /** Told when the database did not take it. A screen that answers true waits for the next attempt. */
  onFailed(error: unknown): boolean
  /** What the recorder keeps with the screen: its word that is not written yet. */
  pending?: ProgressUpdate | undefined
}

/** The last word on one episode of one member. */
export type ProgressUpdate = {
  readonly member_id: number
  readonly episode_id: number
  progress: number
  screen: ProgressSource
  /** Screens that said something else of it in the same round. */
  outdone: ProgressSource[] | undefined
  round: number
  admission: Extract<PlaybackEligibility, { series_id: number }> | undefined
}
