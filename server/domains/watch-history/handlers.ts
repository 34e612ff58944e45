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

/** Calls of access `member` have one. */
const idOf = (member: Member | null) => member?.id ?? throwProblem('authentication_required')

export function watchHistoryHandlers(parts: {
  recorder: ProgressRecorder
}): Handlers<typeof endpoints.watching> {
  return {
    listHistories: async ({ db, member, query }) => readWatchHistory(db, idOf(member), query),

    saveProgress: async ({ member, session, body }) =>
      saveProgress(parts.recorder, { member_id: idOf(member), session_id: session?.id ?? 0 }, body),

    async deleteHistories({ transact, member, query }) {
      const deleted = await transact((tx) => deleteWatchHistory(tx, idOf(member), query.watch_id))
      return deleted > 0 ? null : throwProblem('not_found')
    },

    async listContinue({ db, member, query, now }) {
      const cards = await readContinueWatching(db, idOf(member), now)
      return { count: cards.length, results: cards.slice(0, query.limit) }
    },

    async dismissContinue({ transact, member, params }) {
      const had = await transact((tx) => dismissContinueWatching(tx, idOf(member), params.id))
      return had ? null : throwProblem('not_found')
    },

    listLikes: async ({ db, member, query }) => readLikes(db, idOf(member), query),

    like: async (call) => likeContent(call, idOf(call.member), call.body),

    async unlike({ transact, member, params }) {
      const was = await transact((tx) => deleteLike(tx, idOf(member), params.id))
      return was ? null : throwProblem('not_found')
    },
  }
}

/**
 * Progress by a call (D-44): goes in with what the sockets say, and answers when it is on disk. The calls of one
 * session are one screen, whichever process takes them.
 */
export function saveProgress(
  recorder: ProgressRecorder,
  from: { member_id: number; session_id: number },
  given: WatchProgress,
): Promise<WatchProgress> {
  return new Promise((resolve, reject) =>
    recorder.record(from.member_id, given, {
      // Sockets count upward from 1.
      id: -from.session_id,
      session_id: from.session_id,
      onSaved: (episode_id, progress) => resolve({ episode_id, progress }),
      onRejected: reject,
      onFailed(error) {
        reject(error as Error)
        return false
      },
    }),
  )
}
