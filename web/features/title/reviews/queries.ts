import * as reviews from '#web/api/endpoints/reviews.generated.ts'
import type { MemberSeries } from '#contract/playback/playback.ts'
import type { ReportReason, Review } from '#contract/reviews/reviews.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { contentKeys } from '#web/api/query-keys.ts'
import { call, apiRequest } from '#web/api/client.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { reviewPageSize, type ReviewTarget } from './reviews-props.ts'

/** Orders by their name in the address, with the contract's value. */
const reviewOrders = {
  new: '-created_at',
  high: '-rating',
  low: 'rating',
  helpful: '-helpful',
} as const
export type ReviewOrder = keyof typeof reviewOrders

/**
 * A page of reviews, refetched when `count` changes. The previous page is kept until the next has loaded, to avoid a
 * layout shift.
 */
export const reviewsQuery = (
  target: ReviewTarget,
  order: ReviewOrder,
  page: number,
  count: number,
) =>
  queryOptions({
    queryKey: [...contentKeys.reviews(target), order, page, count],
    queryFn() {
      const limit = reviewPageSize[target.content_type]
      const query = { ordering: reviewOrders[order], limit, offset: (page - 1) * limit }
      const params = { id: target.object_id }
      return target.content_type === 'series'
        ? apiRequest(reviews.listSeriesReviews, { params, query }, { cache: 'no-cache' })
        : apiRequest(reviews.listEpisodeReviews, { params, query }, { cache: 'no-cache' })
    },
    placeholderData: keepPreviousData,
  })

type ReviewPage = { count: number; results: Review[]; ratings: number[] }

/** The member's review of `work`. */
export function findMyReview(memberSeries: MemberSeries, target: ReviewTarget): Review | null {
  if (target.content_type === 'series') return memberSeries.review
  return memberSeries.episodes.find(({ id }) => id === target.object_id)?.review ?? null
}

/** Whether the member may write a review: they have started the episode, or any episode of the series. */
export function hasStartedWatching(memberSeries: MemberSeries, target: ReviewTarget): boolean {
  return memberSeries.episodes.some(
    ({ id, progress, is_completed }) =>
      (target.content_type === 'series' || id === target.object_id) &&
      (progress > 0 || is_completed),
  )
}

/** Applies a saved or deleted review to the cache and refetches the lists. */
export async function applyMyReview(target: ReviewTarget, review: Review | null): Promise<void> {
  const queryKey = contentKeys.member(target.series_id)
  await memberQueryClient.cancelQueries({ queryKey })
  memberQueryClient.setQueryData<MemberSeries>(
    queryKey,
    (memberSeries) =>
      memberSeries &&
      (target.content_type === 'series'
        ? { ...memberSeries, review }
        : {
            ...memberSeries,
            episodes: memberSeries.episodes.map((episode) =>
              episode.id === target.object_id ? { ...episode, review } : episode,
            ),
          }),
  )
  void memberQueryClient.invalidateQueries({ queryKey: contentKeys.reviews(target) })
  void memberQueryClient.invalidateQueries({ queryKey })
}

/** @throws ApiError */
export const deleteReview = (id: number) => call(reviews.deleteReview, { params: { id } })

/**
 * Reports a review to the staff.
 * @throws ApiError
 */
export const reportReview = (id: number, reason: ReportReason) =>
  call(reviews.reportReview, { params: { id }, body: { reason } })

/**
 * Votes optimistically and reverts the vote on failure.
 * @throws ApiError
 */
export async function voteHelpful(
  target: ReviewTarget,
  id: number,
  isHelpful: boolean,
): Promise<void> {
  const memberSeries = contentKeys.member(target.series_id)
  // The first read is not cancelled: the page waits for it.
  if (memberQueryClient.getQueryData(memberSeries))
    await memberQueryClient.cancelQueries({ queryKey: memberSeries })
  apply(isHelpful)
  try {
    await call(isHelpful ? reviews.markHelpful : reviews.unmarkHelpful, { params: { id } })
  } catch (error) {
    apply(!isHelpful)
    throw error
  }

  function apply(isHelpful: boolean) {
    memberQueryClient.setQueryData<MemberSeries>(memberSeries, (previous) => {
      const otherIds = previous?.helpful_review_ids.filter((otherId) => otherId !== id) ?? []
      return (
        previous && { ...previous, helpful_review_ids: isHelpful ? [...otherIds, id] : otherIds }
      )
    })
    // The server updates the count late, so it is computed here instead of refetched.
    memberQueryClient.setQueriesData<ReviewPage>(
      { queryKey: contentKeys.reviews(target) },
      (list) =>
        list && {
          ...list,
          results: list.results.map((reviewPath) =>
            reviewPath.id === id
              ? {
                  ...reviewPath,
                  helpful_count: Math.max(0, reviewPath.helpful_count + (isHelpful ? 1 : -1)),
                }
              : reviewPath,
          ),
        },
    )
  }
}
