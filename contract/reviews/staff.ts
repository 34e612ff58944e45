import * as z from 'zod/mini'
import { Review, reportReasons } from '#contract/reviews/reviews.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { bigIdParams, listResponse, paging, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { Reason } from '#contract/core/text-fields.ts'

/** Reviews with open reports, and reviews hidden by staff. */
export const reportFilters = ['reported', 'hidden'] as const
/** `keep` leaves the review visible and closes its reports; `reopen` undoes `keep`, `show` undoes `hide`. */
export const moderationActions = ['hide', 'show', 'keep', 'reopen'] as const

/** A reported or hidden review. The author is masked. */
export const ReportedReview = z.extend(Review, {
  member_id: z.int(),
  work: z.object({
    series_id: z.int(),
    title: z.string(),
    /** Null if the review is of the series. */
    episode_id: z.nullable(z.int()),
    episode_title: z.nullable(z.string()),
  }),
  is_hidden: z.boolean(),
  /** Open reports by reason. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
  report_count: z.int(),
  reported_at: z.nullable(timestamp),
  /** Why it was hidden. */
  hidden_reason: z.nullable(z.string()),
})

export type ReportedReview = z.infer<typeof ReportedReview>
export type ReportFilter = (typeof reportFilters)[number]
export type ModerationAction = (typeof moderationActions)[number]

export const studio_reviews = {
  listReportedReviews: endpoint({
    method: 'GET',
    path: '/api/studio/reviews/',
    summary: 'Lists reported reviews, most reports first, or hidden ones, newest first',
    access: studioAccess.support,
    query: z.strictObject({
      report_state: z._default(z.enum(reportFilters), 'reported'),
      ...paging(20),
    }),
    response: listResponse(ReportedReview),
  }),
  moderateReview: endpoint({
    method: 'POST',
    path: '/api/studio/reviews/{id}/moderation/',
    summary: 'Hides a reported review or closes its reports, or undoes either',
    access: studioAccess.support,
    params: bigIdParams,
    /** `hide` requires a reason. `conflict` if the review already has that state. */
    body: z.strictObject({ verdict: z.enum(moderationActions), reason: z.optional(Reason) }),
    response: ReportedReview,
    problems: ['conflict'],
  }),
}
