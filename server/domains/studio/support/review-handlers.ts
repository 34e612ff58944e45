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
import { type SupportAuditEntry, moderationAuditActions } from './audit-actions.ts'

type Reviews = Pick<
  Handlers<typeof endpoints.studio_service>,
  'listReportedReviews' | 'judgeReview'
>

/** Reported reviews (D-60). */
export const reviewHandlers: Reviews = {
  async listReportedReviews({ db, query }) {
    const { count, results } = await readReported(db, query)
    return { count, results: await withReasons(db, results) }
  },
  judgeReview: (call) =>
    call.transact(async (tx) => {
      const { verdict, reason } = call.body
      if (verdict === 'hide' && reason === undefined) throwFieldError('reason', 'required')
      const review = await moderateReview(tx, { ...call.params, action: verdict, now: call.now })
      await recordAuditEntry(tx, call, {
        ...{ kind: moderationAuditActions[verdict], subject_kind: 'review', subject_id: review.id },
        subject_name: review.work.title,
        ...(reason === undefined ? {} : { reason }),
        after: { is_hidden: review.is_hidden, open_reports: review.report_count },
      } satisfies SupportAuditEntry)
      const [result] = await withReasons(tx, [review])
      return result ?? { ...review, hidden_reason: null }
    }),
}

/** Adds the reason each review was hidden, from the audit log. */
async function withReasons(
  db: Db,
  reviews: readonly ReportedReviewRow[],
): Promise<ReportedReview[]> {
  const hidden = reviews.filter(({ is_hidden }) => is_hidden).map(({ id }) => id)
  const entries = hidden.length
    ? await db
        .selectFrom('audit_log')
        .select(['subject_id', 'reason'])
        .distinctOn('subject_id')
        .where('subject_kind', '=', 'review')
        .where('kind', '=', moderationAuditActions.hide)
        .where('subject_id', 'in', hidden)
        .orderBy('subject_id')
        .orderBy('id', 'desc')
        .execute()
    : []
  const reasons = new Map(entries.map(({ subject_id, reason }) => [subject_id, reason]))
  return reviews.map((review) => ({ ...review, hidden_reason: reasons.get(review.id) ?? null }))
}
