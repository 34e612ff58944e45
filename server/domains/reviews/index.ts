/**
 * Reviews of series and episodes. Invariants:
 * - Each member writes one review for each series or episode, after starting to watch it (D-60).
 * - Triggers update `review_count` and `rating_average` in the writing transaction and invalidate cached responses.
 * - A review shows a masked name; a review hidden by staff is invisible and not counted.
 * - The text is stored as entered and is plain text, never HTML.
 */
export { reviewsServerModule } from './registration.ts'
export { moderateReview, readReported, type ReportedReviewRow } from './moderate-review.ts'
export { readMemberReviews } from './queries.ts'
