import { useAuth } from '#web/session/auth-store.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { memberSeriesQuery, findMyReview } from './queries.ts'
import { useMemberSeries } from '#web/session/member-series.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MyReview } from './my-review.tsx'
import { ReviewList } from './review-list.tsx'
import type { ReviewsProps } from './reviews-props.ts'

/** Everything under the heading: the member's own part, then what others think. */
export function ReviewsPanel(props: ReviewsProps) {
  const { content_type, object_id } = props.work
  return (
    <MemberQueryProvider>
      <Inside key={`${content_type}:${object_id}`} {...props} />
    </MemberQueryProvider>
  )
}

function Inside({ work, count, watch_path, signIn, onChanged }: ReviewsProps) {
  const { state } = useAuth()
  const isMember = state === 'signed_in'
  const client = useQueryClient()
  // The page has asked already, most likely; what it learns anew is worth as much here.
  const known = useMemberSeries(work.series_id)
  const mine = useQuery({
    ...memberSeriesQuery(work.series_id),
    enabled: isMember,
    ...(known && { initialData: known }),
  })
  useEffect(() => {
    if (known) client.setQueryData(memberSeriesQuery(work.series_id).queryKey, known)
  }, [client, known, work.series_id])
  const side = isMember ? mine.data : undefined
  return (
    <>
      <MyReview
        work={work}
        side={side}
        failed={mine.isError && !side}
        onRetry={() => void mine.refetch()}
        watch_path={watch_path}
        signIn={signIn}
        onChanged={onChanged}
      />
      <ReviewList
        work={work}
        count={count}
        own_id={side ? (findMyReview(side, work)?.id ?? null) : null}
        helpful={side?.helpful_review_ids ?? []}
        signIn={signIn}
      />
    </>
  )
}
