import type { endpoints } from '#contract/index.ts'
import type { Handlers, Member } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import {
  deleteHistories,
  deleteLike,
  dismissContinue,
  readContinue,
  readHistories,
  readLikes,
} from './queries.ts'
import { likeContent } from './like-content.ts'
import type { Recorder } from './recorder.ts'
import { saveProgress } from './save-progress.ts'

/** Calls of access `member` have one. */
const idOf = (member: Member | null) => member?.id ?? refuse('authentication_required')

export function watchingHandlers(parts: {
  recorder: Recorder
}): Handlers<typeof endpoints.watching> {
  return {
    listHistories: async ({ db, member, query }) => readHistories(db, idOf(member), query),

    saveProgress: async ({ member, session, body }) =>
      saveProgress(parts.recorder, { member_id: idOf(member), session_id: session?.id ?? 0 }, body),

    async deleteHistories({ transact, member, query }) {
      const deleted = await transact((tx) => deleteHistories(tx, idOf(member), query.watch_id))
      return deleted > 0 ? null : refuse('not_found')
    },

    async listContinue({ db, member, query, now }) {
      const cards = await readContinue(db, idOf(member), now)
      return { count: cards.length, results: cards.slice(0, query.limit) }
    },

    async dismissContinue({ transact, member, params }) {
      const had = await transact((tx) => dismissContinue(tx, idOf(member), params.id))
      return had ? null : refuse('not_found')
    },

    listLikes: async ({ db, member, query }) => readLikes(db, idOf(member), query),

    like: async (call) => likeContent(call, idOf(call.member), call.body),

    async unlike({ transact, member, params }) {
      const was = await transact((tx) => deleteLike(tx, idOf(member), params.id))
      return was ? null : refuse('not_found')
    },
  }
}
