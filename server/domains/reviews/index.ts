/**
 * Reviews of series and episodes. Invariants:
 * - An account has one review of each series or episode, written after starting to watch it (decisions/0043-reviews).
 * - Decisions of staff outlive the row: triggers apply them to what is posted again (decisions/0043-reviews).
 * - Triggers update `review_count` and `rating_average` in the writing transaction and invalidate cached responses.
 * - A review shows a masked name; a review hidden by staff is invisible and not counted.
 * - The text is stored as entered and is plain text, never HTML.
 */
export { reviewsServerModule } from './registration.ts'
export { moderateReview } from './staff/moderate-review.ts'
export { insertReport, readMemberReviews } from './review-queries.ts'
