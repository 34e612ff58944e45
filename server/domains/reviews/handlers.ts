import type { endpoints } from '#contract/index.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  deleteHelpful,
  deleteReview,
  findReviewSubject,
  insertHelpful,
  insertReport,
  readReview,
  readReviews,
} from './queries.ts'
import { writeReview } from './write-review.ts'

/** Calls of access `member` have one. */
const idOf = (member: Member | null) => member?.id ?? throwProblem('authentication_required')

type Page = Parameters<typeof readReviews>[2]

async function list(
  {
    db,
    cacheTag: tag,
    params,
    query,
  }: Pick<RequestContext, 'db' | 'cacheTag'> & { params: { id: number }; query: Page },
  kind: 'series' | 'episode',
) {
  const work = await findReviewSubject(db, kind, params.id)
  if (!work) return throwProblem('not_found')
  // A review tells the series it hangs on.
  tag(`series:${work.series_id}`, 'series')
  return { count: work.review_count, results: await readReviews(db, work, query) }
}

export function reviewsHandlers(parts: { limits: boolean }): Handlers<typeof endpoints.reviews> {
  const shown = async ({ db }: Pick<RequestContext, 'db'>, id: number) =>
    (await readReview(db, id)) ?? throwProblem('not_found')
  return {
    listEpisodeReviews: (call) => list(call, 'episode'),
    listSeriesReviews: (call) => list(call, 'series'),

    writeReview: async (call) => writeReview(call, idOf(call.member), call.body, parts.limits),

    async readReview(call) {
      const review = await shown(call, call.params.id)
      call.cacheTag(`series:${review.series_id}`, 'series')
      return review
    },

    async deleteReview({ transact, member, params }) {
      const was = await transact((tx) => deleteReview(tx, idOf(member), params.id))
      return was ? null : throwProblem('not_found')
    },

    async reportReview(call) {
      const { id: review_id } = await shown(call, call.params.id)
      const { transact, member, body, now } = call
      const report = { review_id, member_id: idOf(member), reason: body.reason, now }
      await transact(async (tx) => {
        await insertReport(tx, report)
        await publishStudioEvent(tx, { subject_kind: 'review', subject_id: review_id })
      })
      return null
    },

    async markHelpful(call) {
      const { id: review_id, member_id: author } = await shown(call, call.params.id)
      const member_id = idOf(call.member)
      if (author === member_id) throwProblem('forbidden')
      await call.transact((tx) => insertHelpful(tx, { review_id, member_id }))
      return null
    },

    async unmarkHelpful(call) {
      const { id: review_id } = await shown(call, call.params.id)
      const vote = { review_id, member_id: idOf(call.member) }
      await call.transact((tx) => deleteHelpful(tx, vote))
      return null
    },
  }
}
