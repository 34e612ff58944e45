import type { endpoints } from '#contract/index.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { ProgressRecorder } from '#server/api/progress-port.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  deleteWatchHistory,
  deleteLike,
  dismissContinueWatching,
  findContent,
  findLike,
  insertLike,
  readContinueWatching,
  readWatchHistory,
  readLikes,
} from './history-queries.ts'
import {
  deleteReleaseAlert,
  insertReleaseAlert,
  readReleaseAlerts,
} from './release-alert-queries.ts'

export function watchHistoryHandlers({
  recorder,
}: {
  recorder: Pick<ProgressRecorder, 'record'>
}): Handlers<typeof endpoints.watch_history> {
  return {
    listWatchHistory: async ({ db, member, query }) =>
      readWatchHistory(db, requireMemberId(member), query),

    /** Joins the batch of the sockets and resolves after the commit (D-44). All requests of a session are one source. */
    async saveProgress({ member, session, body }) {
      const member_id = requireMemberId(member)
      const session_id = session?.id ?? 0
      return new Promise((resolve, reject) =>
        recorder.record(member_id, body, {
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

    async deleteWatchHistory({ transact, member, query }) {
      const deleted = await transact((tx) =>
        deleteWatchHistory(tx, requireMemberId(member), query.watch_id),
      )
      return deleted > 0 ? null : throwProblem('not_found')
    },

    async listContinueWatching({ db, member, query, now }) {
      const cards = await readContinueWatching(db, requireMemberId(member), now)
      return { count: cards.length, results: cards.slice(0, query.limit) }
    },

    async dismissContinueWatching({ transact, member, params }) {
      const wasDismissed = await transact((tx) =>
        dismissContinueWatching(tx, requireMemberId(member), params.id),
      )
      return wasDismissed ? null : throwProblem('not_found')
    },

    async listReleaseAlerts({ db, member, now }) {
      const results = await readReleaseAlerts(db, requireMemberId(member), now)
      return { count: results.length, results }
    },

    async createReleaseAlert({ transact, member, body: { series_id }, now }) {
      const member_id = requireMemberId(member)
      const created_at = await transact((tx) =>
        insertReleaseAlert(tx, { member_id, series_id, now }),
      )
      return created_at === undefined ? throwProblem('not_found') : { series_id, created_at }
    },

    async deleteReleaseAlert({ transact, member, params }) {
      const wasDeleted = await transact((tx) =>
        deleteReleaseAlert(tx, requireMemberId(member), params.id),
      )
      return wasDeleted ? null : throwProblem('not_found')
    },

    listLikes: async ({ db, member, query }) => readLikes(db, requireMemberId(member), query),

    /** Repeated requests only read, so that bursts stay cheap (D-37). */
    async like({ db, transact, member, body, now }) {
      const member_id = requireMemberId(member)
      const content = (await findContent(db, body)) ?? throwProblem('not_found')
      const existing = await findLike(db, member_id, body)
      if (existing) return existing
      return transact(async (tx) => {
        await insertLike(tx, { member_id, ...content, now })
        // The second of two concurrent requests returns the like of the first.
        return (await findLike(tx, member_id, body)) ?? throwProblem('conflict')
      })
    },

    async unlike({ transact, member, params }) {
      const wasDeleted = await transact((tx) => deleteLike(tx, requireMemberId(member), params.id))
      return wasDeleted ? null : throwProblem('not_found')
    },
  }
}
