import { useAuth } from '#web/session/auth-store.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { memberSeriesQuery, findMyReview } from './queries.ts'
import { useMemberSeries } from '#web/session/member-series.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MyReview } from './my-review.tsx'
import { ReviewList } from './review-list.tsx'
import type { ReviewsProps } from './reviews-props.ts'

/** The member's own review, then those of others. */
export function ReviewsPanel(props: ReviewsProps) {
  const { content_type, object_id } = props.target
  return (
    <MemberQueryProvider>
      <MemberReviews key={`${content_type}:${object_id}`} {...props} />
    </MemberQueryProvider>
  )
}

function MemberReviews({ target, count, watch_path, signIn, onChanged }: ReviewsProps) {
  const { state } = useAuth()
  const isMember = state === 'signed_in'
  const client = useQueryClient()
  // The page has usually requested this already; later updates are applied too.
  const pageData = useMemberSeries(target.series_id)
  const query = useQuery({
    ...memberSeriesQuery(target.series_id),
    enabled: isMember,
    ...(pageData && { initialData: pageData }),
  })
  useEffect(() => {
    if (pageData) client.setQueryData(memberSeriesQuery(target.series_id).queryKey, pageData)
  }, [client, pageData, target.series_id])
  const memberSeries = isMember ? query.data : undefined
  return (
    <>
      <MyReview
        target={target}
        memberSeries={memberSeries}
        failed={query.isError && !memberSeries}
        onRetry={() => void query.refetch()}
        watch_path={watch_path}
        signIn={signIn}
        onChanged={onChanged}
      />
      <ReviewList
        target={target}
        totalCount={count}
        own_id={memberSeries ? (findMyReview(memberSeries, target)?.id ?? null) : null}
        helpfulIds={memberSeries?.helpful_review_ids ?? []}
        signIn={signIn}
      />
    </>
  )
}
