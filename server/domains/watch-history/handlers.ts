import type { endpoints } from '#contract/index.ts'
import type { Member } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  deleteWatchHistory,
  deleteLike,
  dismissContinueWatching,
  readContinueWatching,
  readWatchHistory,
  readLikes,
} from './history-queries.ts'
import { likeContent } from './like-content.ts'
import type { ProgressRecorder } from './progress-recorder.ts'
import type { WatchProgress } from '#contract/contents/watch-history.ts'

/** Endpoints of access `member` always have a member; the types do not show it. */
const requireMemberId = (member: Member | null) =>
  member?.id ?? throwProblem('authentication_required')

export function watchHistoryHandlers(parts: {
  recorder: ProgressRecorder
}): Handlers<typeof endpoints.watching> {
  return {
    listHistories: async ({ db, member, query }) =>
      readWatchHistory(db, requireMemberId(member), query),

    saveProgress: async ({ member, session, body }) =>
      saveProgress(
        parts.recorder,
        { member_id: requireMemberId(member), session_id: session?.id ?? 0 },
        body,
      ),

    async deleteHistories({ transact, member, query }) {
      const deleted = await transact((tx) =>
        deleteWatchHistory(tx, requireMemberId(member), query.watch_id),
      )
      return deleted > 0 ? null : throwProblem('not_found')
    },

    async listContinue({ db, member, query, now }) {
      const cards = await readContinueWatching(db, requireMemberId(member), now)
      return { count: cards.length, results: cards.slice(0, query.limit) }
    },

    async dismissContinue({ transact, member, params }) {
      const wasDismissed = await transact((tx) =>
        dismissContinueWatching(tx, requireMemberId(member), params.id),
      )
      return wasDismissed ? null : throwProblem('not_found')
    },

    listLikes: async ({ db, member, query }) => readLikes(db, requireMemberId(member), query),

    like: async (call) => likeContent(call, requireMemberId(call.member), call.body),

    async unlike({ transact, member, params }) {
      const wasDeleted = await transact((tx) => deleteLike(tx, requireMemberId(member), params.id))
      return wasDeleted ? null : throwProblem('not_found')
    },
  }
}

/**
 * Saves progress sent by HTTP (D-44): it joins the batch of the sockets and resolves after the commit. All requests of a
 * session are one progress source, across processes.
 */
export function saveProgress(
  recorder: ProgressRecorder,
  source: { member_id: number; session_id: number },
  progressUpdate: WatchProgress,
): Promise<WatchProgress> {
  return new Promise((resolve, reject) =>
    recorder.record(source.member_id, progressUpdate, {
      // Negative, because the ids of sockets count upward from 1.
      id: -source.session_id,
      session_id: source.session_id,
      onSaved: (episode_id, progress) => resolve({ episode_id, progress }),
      onRejected: reject,
      onFailed(error) {
        reject(error as Error)
        return false
      },
    }),
  )
}
