import { useAuth } from '#web/session/auth-store.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { memberSeriesQuery } from '#web/session/member-content-queries.ts'
import { findMyReview } from './queries.ts'
import { useQuery } from '@tanstack/react-query'
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
  const query = useQuery({ ...memberSeriesQuery(target.series_id), enabled: isMember })
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
