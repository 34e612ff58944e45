import { multilineText } from '#contract/core/text-fields.ts'
import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  bigIdParams,
  idParams,
  timestamp,
  listResponse,
  ordering,
  paging,
} from '#contract/core/fields.ts'
import { ContentRef, ContentType } from '#contract/watch-history/watch-history.ts'

/** Ratings are of 0.5..5, in halves. */
export const ratingRange = { min: 0.5, max: 5, step: 0.5 } as const
/** A review may be its stars alone. */
export const reviewLength = { min: 0, max: 1_000 } as const
export const reportReasons = ['spoiler', 'abuse', 'advertising', 'privacy', 'other'] as const

const Rating = z
  .number()
  .check(z.gte(ratingRange.min), z.lte(ratingRange.max), z.multipleOf(ratingRange.step))

/** A review of a series or an episode. The text is stored as typed and must be rendered as text, never as HTML. */
export const Review = z.object({
  id: z.int(),
  content_type: ContentType,
  object_id: z.int(),
  rating: z.number(),
  /** Empty for stars alone. */
  context: z.string(),
  is_spoiler: z.boolean(),
  /** Masked: 김한편 becomes 김*편. */
  username: z.string(),
  /** The drawn avatar of the profile that wrote the review, and the picture that replaces it. */
  avatar: z.string(),
  picture_url: z.nullable(z.string()),
  helpful_count: z.int(),
  created_at: timestamp,
  /** The last edit; `created_at` if it was never edited. */
  updated_at: timestamp,
})

const ReviewBody = z.extend(ContentRef, {
  rating: Rating,
  context: z._default(multilineText(reviewLength), ''),
  is_spoiler: z.boolean(),
})

export type Review = z.infer<typeof Review>
export type ReviewBody = z.infer<typeof ReviewBody>
export type ReportReason = (typeof reportReasons)[number]

/** `ratings`: how many of them give one star, two, and so on up to five; half stars count as the next whole one. */
const ReviewList = z.extend(listResponse(Review), { ratings: z.array(z.int()) })

const reviewOrder = ordering(['created_at', 'rating', 'helpful'], '-created_at')

export const reviews = {
  listEpisodeReviews: endpoint({
    method: 'GET',
    path: '/api/contents/reviews/episode/{id}/',
    summary: 'Lists the reviews of an episode',
    access: 'public',
    params: idParams,
    query: z.strictObject({ ordering: reviewOrder, ...paging(20) }),
    response: ReviewList,
  }),
  listSeriesReviews: endpoint({
    method: 'GET',
    path: '/api/contents/reviews/series/{id}/',
    summary: 'Lists the reviews of a series',
    access: 'public',
    params: idParams,
    query: z.strictObject({ ordering: reviewOrder, ...paging(5) }),
    response: ReviewList,
  }),
  writeReview: endpoint({
    method: 'POST',
    path: '/api/contents/reviews/',
    summary: 'Writes the account’s only review of a work; repeating the call replaces it',
    access: 'profile',
    body: ReviewBody,
    response: Review,
    status: 201,
    problems: ['watching_required'],
  }),
  readReview: endpoint({
    method: 'GET',
    path: '/api/contents/reviews/{id}/',
    summary: 'Returns a review',
    access: 'public',
    params: bigIdParams,
    response: Review,
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/api/contents/reviews/{id}/',
    summary: 'Deletes the account’s own review',
    access: 'profile',
    params: bigIdParams,
    response: null,
  }),
  reportReview: endpoint({
    method: 'POST',
    path: '/api/contents/reviews/{id}/report/',
    summary: 'Reports a review; repeated reports by the same member count once',
    access: 'profile',
    params: bigIdParams,
    body: z.strictObject({ reason: z.enum(reportReasons) }),
    response: null,
  }),
  markHelpful: endpoint({
    method: 'POST',
    path: '/api/contents/reviews/{id}/helpful/',
    summary: 'Marks another member’s review as helpful',
    access: 'profile',
    params: bigIdParams,
    response: null,
    problems: ['forbidden'],
  }),
  unmarkHelpful: endpoint({
    method: 'DELETE',
    path: '/api/contents/reviews/{id}/helpful/',
    summary: 'Removes the helpful mark',
    access: 'profile',
    params: bigIdParams,
    response: null,
  }),
}
