import type { endpoints } from '#contract/index.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import { requireMemberId, requireProfile } from '#server/api/access-rules.ts'
import { consumeRateLimit } from '#server/api/rate-limit.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  deleteHelpful,
  deleteReview,
  findReviewSubject,
  hasStartedWatching,
  insertHelpful,
  countRatings,
  insertReport,
  readReview,
  readReviews,
  upsertReview,
} from './review-queries.ts'

type Page = Parameters<typeof readReviews>[2]

async function listReviews(
  {
    db,
    cacheTag,
    params,
    query,
    catalogue_limit,
  }: Pick<RequestContext, 'db' | 'cacheTag' | 'catalogue_limit'> & {
    params: { id: number }
    query: Page
  },
  kind: 'series' | 'episode',
) {
  const subject =
    (await findReviewSubject(db, kind, params.id, catalogue_limit)) ?? throwProblem('not_found')
  // Triggers invalidate the tag of the series, or `series` after changes to many of them.
  cacheTag(`series:${subject.series_id}`, 'series')
  const [results, ratings] = await Promise.all([
    readReviews(db, subject, query, catalogue_limit),
    countRatings(db, subject, catalogue_limit),
  ])
  return { count: subject.review_count, results, ratings }
}

/** @param deps `limits`: whether the rate limit applies. */
export function reviewsHandlers(deps: { limits: boolean }): Handlers<typeof endpoints.reviews> {
  const requireReview = async (
    { db, catalogue_limit }: Pick<RequestContext, 'db' | 'catalogue_limit'>,
    id: number,
  ) => (await readReview(db, id, catalogue_limit)) ?? throwProblem('not_found')
  return {
    listEpisodeReviews: (call) => listReviews(call, 'episode'),
    listSeriesReviews: (call) => listReviews(call, 'series'),

    /** Requires a history entry, which exists only for members that may play the episode. */
    async writeReview({ db, transact, session, member, body, now, catalogue_limit }) {
      const profile_id = requireProfile(session).id
      const member_id = requireMemberId(member)
      const { content_type, object_id, ...fields } = body
      if (deps.limits) await transact((tx) => consumeRateLimit(tx, ['reviews', member_id], now))
      const subject =
        (await findReviewSubject(db, content_type, object_id, catalogue_limit)) ??
        throwProblem('not_found')
      if (!(await hasStartedWatching(db, profile_id, subject))) throwProblem('watching_required')
      const { series_id, episode_id } = subject
      return transact((tx) =>
        upsertReview(tx, { ...fields, profile_id, member_id, series_id, episode_id, now }),
      )
    },

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
      const { id: review_id, author_id } = await requireReview(call, call.params.id)
      const member_id = requireMemberId(call.member)
      if (author_id === member_id) throwProblem('forbidden')
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
