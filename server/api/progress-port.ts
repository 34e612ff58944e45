/**
 * Watch progress between its transports (sockets, HTTP) and the domain `watch-history`, and between processes: the payload
 * of the notification channel `watch_progress`.
 */
import type { WatchProgress } from '#contract/watch-history/watch-history.ts'
import type { ProblemError } from '#server/shared/problem-error.ts'

/** A source of progress: a socket, or all HTTP requests of one session. */
export type ProgressSource = {
  /** Unique across all processes. */
  readonly id: number
  readonly session_id: number
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
  /** Writes all pending updates. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Saved progress, as published to all processes. */
export type ProgressNotice = {
  source_id: number
  profile_id: number
  episode_id: number
  progress: number
  is_completed: boolean
}

/** The payload of NOTIFY holds 8,000 bytes; one entry takes at most 50. */
const entriesPerPayload = 150

export function serializeProgressNotices(notices: readonly ProgressNotice[]): string[] {
  const entries = notices.map(({ profile_id, source_id, episode_id, progress, is_completed }) =>
    [profile_id, source_id, episode_id, progress, Number(is_completed)].join(),
  )
  const payloads: string[] = []
  for (let start = 0; start < entries.length; start += entriesPerPayload)
    payloads.push(entries.slice(start, start + entriesPerPayload).join(' '))
  return payloads
}

/** @param hasSocket selects the profiles to return; most have no socket in this process */
export function parseProgressNotices(payload: string, hasSocket: (profile_id: number) => boolean) {
  const result: ProgressNotice[] = []
  for (const text of payload.split(' ')) {
    // `parseInt` stops at the first comma, so it reads the id of the profile.
    if (!hasSocket(Number.parseInt(text, 10))) continue
    const [profile_id = 0, source_id = 0, episode_id = 0, progress = 0, completed] = text
      .split(',')
      .map(Number)
    result.push({ profile_id, source_id, episode_id, progress, is_completed: completed === 1 })
  }
  return result
}
