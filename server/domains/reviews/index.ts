/**
 * What members think of works. Invariants:
 * - One review for each member and work, by somebody who has begun to watch it (D-60).
 * - `review_count` and `rating_average` of a work are right in the transaction that writes, and what is prepared of
 *   the work is dropped with it. Triggers see to both, whoever writes.
 * - A review shows a masked name; one that the staff has hidden is absent for everybody and counts nowhere.
 * - Its text is kept as it was typed, and is text: nothing here or later takes it for HTML.
 */
export { reviewsHandlers } from './handlers.ts'
export { moderateReview, readReported, type ReportedReviewRow } from './moderate-review.ts'
export { readMemberReviews } from './queries.ts'
