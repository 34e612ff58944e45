import { readMemberSeries } from '#web/api/endpoints/playback.generated.ts'
import * as reviews from '#web/api/endpoints/reviews.generated.ts'
import type { MemberSeries } from '#contract/contents/playback.ts'
import type { ReportReason, Review } from '#contract/contents/reviews.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, apiRequest } from '#web/api/client.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { reviewPageSize } from './review-page-size.ts'
import { memberSeriesStore } from '#web/session/member-series.ts'

/** What is reviewed: a series, or an episode of it. */
export type ReviewTarget = {
  content_type: 'series' | 'episode'
  object_id: number
  series_id: number
}

/** Orders by what they are called in the address, and by the contract's name of them. */
const reviewOrders = {
  new: '-created_at',
  high: '-rating',
  low: 'rating',
  helpful: '-helpful',
} as const
export type ReviewOrder = keyof typeof reviewOrders

const listsOf = ({ content_type, object_id }: Pick<ReviewTarget, 'content_type' | 'object_id'>) =>
  ['reviews', content_type, object_id] as const

/** One page of what others think, read again when there are others than `count`. The page before stays until the next is there, so that nothing jumps. */
export const reviewsQuery = (work: ReviewTarget, order: ReviewOrder, page: number, count: number) =>
  queryOptions({
    queryKey: [...listsOf(work), order, page, count],
    queryFn() {
      const limit = reviewPageSize[work.content_type]
      const query = { ordering: reviewOrders[order], limit, offset: (page - 1) * limit }
      const params = { id: work.object_id }
      return work.content_type === 'series'
        ? apiRequest(reviews.listSeriesReviews, { params, query }, { cache: 'no-cache' })
        : apiRequest(reviews.listEpisodeReviews, { params, query }, { cache: 'no-cache' })
    },
    placeholderData: keepPreviousData,
  })

type List = { count: number; results: Review[] }

/** The member's side of the series (D-35): his review, what helped him, what he has begun. */
export const memberSeriesQuery = (series_id: number) =>
  queryOptions({
    queryKey: ['contents', 'series', series_id, 'me'],
    queryFn: () => call(readMemberSeries, { params: { id: series_id } }),
  })

/** The review a member has written of `work`. */
export function findMyReview(side: MemberSeries, work: ReviewTarget): Review | null {
  if (work.content_type === 'series') return side.review
  return side.episodes.find(({ id }) => id === work.object_id)?.review ?? null
}

/** Whether he may write one: he has begun to watch the episode, or any of the series. */
export function hasStartedWatching(side: MemberSeries, work: ReviewTarget): boolean {
  return side.episodes.some(
    ({ id, progress, is_completed }) =>
      (work.content_type === 'series' || id === work.object_id) && (progress > 0 || is_completed),
  )
}

/** Shows what became of the member's review, and reads the lists again. */
export async function ownReviewIs(work: ReviewTarget, review: Review | null): Promise<void> {
  const { queryKey } = memberSeriesQuery(work.series_id)
  await memberQueryClient.cancelQueries({ queryKey })
  memberQueryClient.setQueryData(
    queryKey,
    (side) =>
      side &&
      (work.content_type === 'series'
        ? { ...side, review }
        : {
            ...side,
            episodes: side.episodes.map((episode) =>
              episode.id === work.object_id ? { ...episode, review } : episode,
            ),
          }),
  )
  void memberQueryClient.invalidateQueries({ queryKey: listsOf(work) })
  void memberSeriesStore.read(work.series_id)
}

/** @throws what the call did */
export const deleteReview = (id: number) => call(reviews.deleteReview, { params: { id } })

/** Tells the staff of a review. @throws what the call did */
export const reportReview = (id: number, reason: ReportReason) =>
  call(reviews.reportReview, { params: { id }, body: { reason } })

/** Says at once whether a review helped; taken back where the server did not hear of it. @throws what the call did */
export async function voteHelpful(work: ReviewTarget, id: number, helps: boolean): Promise<void> {
  const side = memberSeriesQuery(work.series_id).queryKey
  await memberQueryClient.cancelQueries({ queryKey: side })
  show(helps)
  try {
    await call(helps ? reviews.markHelpful : reviews.unmarkHelpful, { params: { id } })
  } catch (error) {
    show(!helps)
    throw error
  }

  function show(now: boolean) {
    memberQueryClient.setQueryData(side, (was) => {
      const others = was?.helpful_review_ids.filter((other) => other !== id) ?? []
      return was && { ...was, helpful_review_ids: now ? [...others, id] : others }
    })
    // How many were helped is told late by the server: counted here, not read again.
    memberQueryClient.setQueriesData<List>(
      { queryKey: listsOf(work) },
      (list) =>
        list && {
          ...list,
          results: list.results.map((one) =>
            one.id === id
              ? { ...one, helpful_count: Math.max(0, one.helpful_count + (now ? 1 : -1)) }
              : one,
          ),
        },
    )
  }
}
