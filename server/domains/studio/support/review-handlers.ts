import type { endpoints } from '#contract/index.ts'
import type { ReportedReview } from '#contract/studio/support.ts'
import type { Db } from '#server/db/client.ts'
import {
  moderateReview,
  readReported,
  type ReportedReviewRow,
} from '#server/domains/reviews/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import { recordAuditEntry } from '../audit-log.ts'
import { readHideReasons } from '../audit-log-queries.ts'

const auditActions = {
  hide: 'review.hidden',
  show: 'review.shown',
  keep: 'review.reports_dismissed',
  reopen: 'review.reopened',
} as const

/** Reported reviews (D-60). */
export const reviewHandlers = {
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
        ...{ kind: auditActions[verdict], subject_kind: 'review', subject_id: review.id },
        subject_name: review.work.title,
        ...(reason === undefined ? {} : { reason }),
        after: { is_hidden: review.is_hidden, open_reports: review.report_count },
      })
      const [result] = await withReasons(tx, [review])
      return result ?? { ...review, hidden_reason: null }
    }),
} satisfies Partial<Handlers<typeof endpoints.studio_support>>

/** Adds the reason each review was hidden, from the audit log. */
async function withReasons(
  db: Db,
  reviews: readonly ReportedReviewRow[],
): Promise<ReportedReview[]> {
  const hidden = reviews.filter(({ is_hidden }) => is_hidden).map(({ id }) => id)
  const reasons = await readHideReasons(db, hidden)
  return reviews.map((review) => ({ ...review, hidden_reason: reasons.get(review.id) ?? null }))
}
