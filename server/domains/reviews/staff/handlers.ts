import type { endpoints } from '#contract/index.ts'
import type { ReportedReview } from '#contract/reviews/staff.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { Db } from '#server/db/client.ts'
import { readHideReasons, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import { moderateReview } from './moderate-review.ts'
import { readReported, type ReportedReviewRow } from './moderation-queries.ts'

const auditActions = {
  hide: 'review.hidden',
  show: 'review.shown',
  keep: 'review.reports_dismissed',
  reopen: 'review.reopened',
} as const

export const studioReviewsHandlers: Handlers<typeof endpoints.studio_reviews> = {
  async listReportedReviews({ db, query }) {
    const { count, results } = await readReported(db, query)
    return { count, results: await withReasons(db, results) }
  },
  moderateReview: (call) =>
    call.transact(async (tx) => {
      const { verdict, reason } = call.body
      if (verdict === 'hide' && reason === undefined) throwFieldError('reason', 'required')
      const review = await moderateReview(tx, { ...call.params, action: verdict, now: call.now })
      await recordAuditEntry(tx, call, {
        kind: auditActions[verdict],
        subject_kind: 'review',
        subject_id: review.id,
        subject_name: review.work.title,
        ...(reason === undefined ? {} : { reason }),
        after: { is_hidden: review.is_hidden, open_reports: review.report_count },
      })
      return (await withReasons(tx, [review]))[0]!
    }),
}

/** Adds the reason each review was hidden, from the audit log. */
async function withReasons(
  db: Db,
  reviews: readonly ReportedReviewRow[],
): Promise<ReportedReview[]> {
  const reasons = await readHideReasons(
    db,
    reviews.flatMap(({ hidden_as }) => hidden_as ?? []),
  )
  return reviews.map(({ hidden_as, ...review }) => ({
    ...review,
    hidden_reason: (hidden_as !== null && reasons.get(hidden_as)) || null,
  }))
}
