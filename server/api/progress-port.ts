/** Watch progress between its transports (sockets, HTTP) and the domain `watch-history`. */
import type { WatchProgress } from '#contract/watch-history/watch-history.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'

/** A source of progress: a socket, or all HTTP requests of one session. */
export type ProgressSource = {
  /** Unique across all processes. */
  readonly id: number
  readonly session_id: number
  /** Whether it reports all along while it plays, and `leave` follows. */
  readonly is_player?: boolean
  onSaved(episode_id: number, progress: number): void
  onRejected(error: ProblemError): void
  /** Called if the write failed. @returns true to retry with the next batch. */
  onFailed(error: unknown): boolean
  /** Set by the recorder: the unwritten update of this source. */
  pending?: unknown
}

export type ProgressRecorder = {
  /** Number of updates not written yet. */
  readonly pendingCount: number
  record(profile_id: number, progress: WatchProgress, source: ProgressSource): void
  /** A player that has gone. */
  leave(source: ProgressSource): void
  /** Where a player of this process is in an episode. */
  position(profile_id: number, episode_id: number): PlayingPosition | undefined
  /** Writes all pending updates. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Where a profile plays now, in seconds, and how old the report is that says so. */
export type PlayingPosition = { progress: number; age_ms: number }

/** Saved progress, as sent to the other pages of the profile. */
export type ProgressNotice = {
  source_id: number
  profile_id: number
  episode_id: number
  progress: number
  is_completed: boolean
}
