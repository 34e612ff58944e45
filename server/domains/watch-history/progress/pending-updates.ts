import type { WatchProgress } from '#contract/watch-history/watch-history.ts'
import type { ProgressSource } from '#server/api/progress-port.ts'
import { ProblemError } from '#server/shared/problem-error.ts'

/** An episode that a profile may play, with its member and the data needed to store progress. Times are in seconds. */
export type EligibleEpisode = {
  member_id: number
  series_id: number
  runtime: number
  completed_at: number
}

/** The latest unwritten progress of a profile in an episode. */
export type ProgressUpdate = {
  readonly profile_id: number
  readonly episode_id: number
  progress: number
  source: ProgressSource
  /** Other sources that reported progress for the same episode in this batch. */
  others: ProgressSource[] | undefined
  batch: number
  episode: EligibleEpisode | undefined
}

/** Maximum number of pending updates, such as during a database outage; further ones are rejected. */
const maxPending = 50_000

export const keyOf = ({ profile_id, episode_id }: { profile_id: number; episode_id: number }) =>
  `${profile_id}:${episode_id}`

/**
 * Holds the latest update of each profile and episode until it is written.
 * @param onAdded called when there is an update to write
 */
export function createPendingUpdates(onAdded: () => void) {
  let pending = new Map<string, ProgressUpdate>()
  let batchNumber = 1

  /** Merges updates of two sources in one batch: the larger progress wins, as it would with separate writes. */
  function mergeUpdate(update: ProgressUpdate, progress: number, source: ProgressSource) {
    if (update.source !== source) {
      const wins = progress >= update.progress
      const loser = wins ? update.source : source
      if (!update.others?.includes(loser)) (update.others ??= []).push(loser)
      if (!wins) return
      update.source = source
    }
    source.pending = update
    update.progress = progress
  }

  return {
    get size() {
      return pending.size
    },

    add(profile_id: number, { episode_id, progress }: WatchProgress, source: ProgressSource) {
      const last = source.pending as ProgressUpdate | undefined
      // Fast path: the same source continues the same episode.
      const isSameSource = last?.batch === batchNumber && last.source === source
      if (isSameSource && last.episode_id === episode_id && last.profile_id === profile_id) {
        last.progress = progress
        return
      }
      const key = keyOf({ profile_id, episode_id })
      const existing = pending.get(key)
      if (existing) return mergeUpdate(existing, progress, source)
      if (pending.size >= maxPending)
        return source.onRejected(new ProblemError('service_unavailable'))
      const update: ProgressUpdate = {
        profile_id,
        episode_id,
        progress,
        source,
        batch: batchNumber,
        others: undefined,
        episode: undefined,
      }
      source.pending = update
      pending.set(key, update)
      onAdded()
    },

    /** Removes and returns all updates. */
    take(): ProgressUpdate[] {
      const updates = [...pending.values()]
      pending = new Map()
      batchNumber++
      return updates
    },

    /** Adds an unwritten update of these sources again, unless a newer one is pending. */
    putBack(update: ProgressUpdate, sources: readonly ProgressSource[]): void {
      const key = keyOf(update)
      const newer = pending.get(key)
      if (newer) {
        newer.others = [...new Set([...(newer.others ?? []), ...sources])].filter(
          (candidate) => candidate !== newer.source,
        )
        return
      }
      const primary = sources.includes(update.source) ? update.source : sources[0]
      if (!primary) return
      update.source = primary
      update.batch = batchNumber
      update.others = sources.filter((candidate) => candidate !== primary)
      pending.set(key, update)
    },
  }
}
