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

/** Endpoints of access `member` always have a member; the types do not show it. */
const requireMemberId = (member: Member | null) =>
  member?.id ?? throwProblem('authentication_required')

type Page = Parameters<typeof readReviews>[2]

async function listReviews(
  {
    db,
    cacheTag,
    params,
    query,
  }: Pick<RequestContext, 'db' | 'cacheTag'> & { params: { id: number }; query: Page },
  kind: 'series' | 'episode',
) {
  const subject = await findReviewSubject(db, kind, params.id)
  if (!subject) return throwProblem('not_found')
  // Triggers invalidate the tag of the series, or `series` after changes to many of them.
  cacheTag(`series:${subject.series_id}`, 'series')
  return { count: subject.review_count, results: await readReviews(db, subject, query) }
}

export function reviewsHandlers(parts: { limits: boolean }): Handlers<typeof endpoints.reviews> {
  const requireReview = async ({ db }: Pick<RequestContext, 'db'>, id: number) =>
    (await readReview(db, id)) ?? throwProblem('not_found')
  return {
    listEpisodeReviews: (call) => listReviews(call, 'episode'),
    listSeriesReviews: (call) => listReviews(call, 'series'),

    writeReview: async (call) =>
      writeReview(call, requireMemberId(call.member), call.body, parts.limits),

    async readReview(call) {
      const review = await requireReview(call, call.params.id)
      call.cacheTag(`series:${review.series_id}`, 'series')
      return review
    },

    async deleteReview({ transact, member, params }) {
      const wasDeleted = await transact((tx) =>
        deleteReview(tx, requireMemberId(member), params.id),
      )
      return wasDeleted ? null : throwProblem('not_found')
    },

    async reportReview(call) {
      const { id: review_id } = await requireReview(call, call.params.id)
      const { transact, member, body, now } = call
      const report = { review_id, member_id: requireMemberId(member), reason: body.reason, now }
      await transact(async (tx) => {
        await insertReport(tx, report)
        await publishStudioEvent(tx, { subject_kind: 'review', subject_id: review_id })
      })
      return null
    },

    async markHelpful(call) {
      const { id: review_id, member_id: author } = await requireReview(call, call.params.id)
      const member_id = requireMemberId(call.member)
      if (author === member_id) throwProblem('forbidden')
      await call.transact((tx) => insertHelpful(tx, { review_id, member_id }))
      return null
    },

    async unmarkHelpful(call) {
      const { id: review_id } = await requireReview(call, call.params.id)
      const vote = { review_id, member_id: requireMemberId(call.member) }
      await call.transact((tx) => deleteHelpful(tx, vote))
      return null
    },
  }
}
