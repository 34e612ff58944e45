import type { endpoints } from '#contract/index.ts'
import { requireProfile } from '#server/api/access-rules.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { ProgressRecorder } from '#server/api/progress-port.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  clearWatchHistory,
  deleteWatchHistory,
  deleteLike,
  dismissContinueWatching,
  findContent,
  findLike,
  insertLike,
  readContinueWatching,
  readWatchHistory,
  readLikes,
  deleteReleaseAlert,
  insertReleaseAlert,
  readReleaseAlerts,
} from './history-queries.ts'

export function watchHistoryHandlers({
  recorder,
}: {
  recorder: Pick<ProgressRecorder, 'record'>
}): Handlers<typeof endpoints.watch_history> {
  return {
    listWatchHistory: async ({ db, session, query }) =>
      readWatchHistory(db, requireProfile(session), query),

    /** Joins the batch of the sockets and resolves after the commit. All requests of a session are one source. */
    async saveProgress({ session, body: { profile_id, ...progress } }) {
      const profile = requireProfile(session)
      if (profile_id !== undefined && profile_id !== profile.id) throwProblem('profile_required')
      const session_id = session?.id ?? 0
      return new Promise((resolve, reject) =>
        recorder.record(profile.id, progress, {
          // Negative, because the ids of sockets count upward from 1.
          id: -session_id,
          session_id,
          onSaved: (episode_id, progress) => resolve({ episode_id, progress }),
          onRejected: reject,
          onFailed(error) {
            reject(error as Error)
            return false
          },
        }),
      )
    },

    async deleteWatchHistory({ transact, session, query }) {
      const deleted = await transact((tx) =>
        deleteWatchHistory(tx, requireProfile(session).id, query.watch_id),
      )
      return deleted > 0 ? null : throwProblem('not_found')
    },

    async clearWatchHistory({ transact, session }) {
      await transact((tx) => clearWatchHistory(tx, requireProfile(session).id))
      return null
    },

    async listContinueWatching({ db, session, query, now }) {
      const cards = await readContinueWatching(db, requireProfile(session), now)
      return { count: cards.length, results: cards.slice(0, query.limit) }
    },

    async dismissContinueWatching({ transact, session, params }) {
      const wasDismissed = await transact((tx) =>
        dismissContinueWatching(tx, requireProfile(session).id, params.id),
      )
      return wasDismissed ? null : throwProblem('not_found')
    },

    async listReleaseAlerts({ db, session, now }) {
      const results = await readReleaseAlerts(db, requireProfile(session), now)
      return { count: results.length, results }
    },

    async createReleaseAlert({ transact, session, body: { series_id }, now }) {
      const profile = requireProfile(session)
      const created_at = await transact((tx) => insertReleaseAlert(tx, profile, series_id, now))
      return created_at === undefined ? throwProblem('not_found') : { series_id, created_at }
    },

    async deleteReleaseAlert({ transact, session, params }) {
      const wasDeleted = await transact((tx) =>
        deleteReleaseAlert(tx, requireProfile(session).id, params.id),
      )
      return wasDeleted ? null : throwProblem('not_found')
    },

    listLikes: async ({ db, session, query }) => readLikes(db, requireProfile(session), query),

    /** Repeated requests only read, so that bursts stay cheap. */
    async like({ db, transact, session, body, now }) {
      const profile = requireProfile(session)
      const content = (await findContent(db, body, profile)) ?? throwProblem('not_found')
      const existing = await findLike(db, profile.id, body)
      if (existing) return existing
      return transact(async (tx) => {
        await insertLike(tx, { profile_id: profile.id, ...content, now })
        // The second of two concurrent requests returns the like of the first.
        return (await findLike(tx, profile.id, body)) ?? throwProblem('conflict')
      })
    },

    async unlike({ transact, session, params }) {
      const wasDeleted = await transact((tx) =>
        deleteLike(tx, requireProfile(session).id, params.id),
      )
      return wasDeleted ? null : throwProblem('not_found')
    },
  }
}
