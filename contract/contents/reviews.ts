import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp, listResponse, ordering, paging } from '#contract/core/fields.ts'
import { ContentRef, ContentType } from './watch-history.ts'

/** D-60. Ratings are of 0.5..5, in halves. */
export const ratingRange = { min: 0.5, max: 5, step: 0.5 } as const
export const reviewLength = { min: 1, max: 1_000 } as const
export const reportReasons = ['spoiler', 'abuse', 'advertising', 'privacy', 'other'] as const

const Rating = z
  .number()
  .check(z.gte(ratingRange.min), z.lte(ratingRange.max), z.multipleOf(ratingRange.step))

/** What somebody thought of a series or an episode. The text is as it was typed: it is shown as text, never as HTML. */
export const Review = z.object({
  id: z.int(),
  content_type: ContentType,
  object_id: z.int(),
  rating: z.number(),
  context: z.string(),
  is_spoiler: z.boolean(),
  /** Masked: 김한편 is 김*편. */
  username: z.string(),
  helpful_count: z.int(),
  created_at: timestamp,
  /** When it was last written; `created_at` where it never was again. */
  updated_at: timestamp,
})

const ReviewBody = z.extend(ContentRef, {
  rating: Rating,
  // Something that can be read, and no NUL, which is no text to the database.
  context: z.string().check(
    z.minLength(reviewLength.min),
    z.maxLength(reviewLength.max),
    // Two, each of which reads the text once: as one it would take the square of its length.
    z.regex(/\S/),
    z.regex(/^[^\0]*$/),
  ),
  is_spoiler: z.boolean(),
})

export type Review = z.infer<typeof Review>
export type ReviewBody = z.infer<typeof ReviewBody>
export type ReportReason = (typeof reportReasons)[number]

const reviewOrder = ordering(['created_at', 'rating', 'helpful'], '-created_at')

export const reviews = {
  listEpisodeReviews: endpoint({
    method: 'GET',
    path: '/api/contents/reviews/episode/{id}/',
    summary: 'Reviews of an episode',
    access: 'public',
    params: idParams,
    query: z.strictObject({ ordering: reviewOrder, ...paging(20) }),
    answer: listResponse(Review),
  }),
  listSeriesReviews: endpoint({
    method: 'GET',
    path: '/api/contents/reviews/series/{id}/',
    summary: 'Reviews of a series',
    access: 'public',
    params: idParams,
    query: z.strictObject({ ordering: reviewOrder, ...paging(5) }),
    answer: listResponse(Review),
  }),
  writeReview: endpoint({
    method: 'POST',
    path: '/api/contents/reviews/',
    summary:
      'Writes the one review a member has for a work; the same call again replaces it (D-60)',
    access: 'member',
    body: ReviewBody,
    answer: Review,
    status: 201,
    problems: ['not_watched'],
  }),
  readReview: endpoint({
    method: 'GET',
    path: '/api/contents/reviews/{id}/',
    summary: 'One review',
    access: 'public',
    params: idParams,
    answer: Review,
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/api/contents/reviews/{id}/',
    summary: 'Deletes a review of one’s own',
    access: 'member',
    params: idParams,
    answer: null,
  }),
  reportReview: endpoint({
    method: 'POST',
    path: '/api/contents/reviews/{id}/report/',
    summary: 'Tells the staff about a review; telling twice is telling once',
    access: 'member',
    params: idParams,
    body: z.strictObject({ reason: z.enum(reportReasons) }),
    answer: null,
  }),
  markHelpful: endpoint({
    method: 'POST',
    path: '/api/contents/reviews/{id}/helpful/',
    summary: 'Says that somebody else’s review helped',
    access: 'member',
    params: idParams,
    answer: null,
    problems: ['forbidden'],
  }),
  unmarkHelpful: endpoint({
    method: 'DELETE',
    path: '/api/contents/reviews/{id}/helpful/',
    summary: 'Takes that back',
    access: 'member',
    params: idParams,
    answer: null,
  }),
}
