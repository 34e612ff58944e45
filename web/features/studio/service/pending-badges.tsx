import { studioServiceMessages } from './messages.ko.ts'
import { formatCount } from '#web/lib/format.ts'
import { useIsLive } from '#web/features/studio/common/studio-events.ts'
import { secondFactorQuery } from '#web/features/studio/common/second-factor-query.ts'
import { useQuery } from '@tanstack/react-query'
import { inboxQuery, reviewsQuery, pollInterval_ms } from './queries.ts'

/** The live number of unanswered inquiries; nothing if zero. */
export function PendingInquiryCount() {
  const { data } = useQuery({ ...inboxQuery({ limit: 1 }), ...usePendingQueryOptions() })
  return (
    <PendingCount count={data?.counts.open ?? 0}>
      {studioServiceMessages.inbox.states.open}
    </PendingCount>
  )
}

/** The number of reported reviews without a decision. */
export function PendingReviewCount() {
  const { data } = useQuery({ ...reviewsQuery({ limit: 1 }), ...usePendingQueryOptions() })
  return (
    <PendingCount count={data?.count ?? 0}>
      {studioServiceMessages.reviews.states.reported}
    </PendingCount>
  )
}

/** Fetches once access is confirmed; polls while no events arrive. */
function usePendingQueryOptions() {
  const { data: factor } = useQuery(secondFactorQuery)
  const isLive = useIsLive()
  return {
    enabled: Boolean(factor?.proven_until),
    refetchInterval: isLive ? (false as const) : pollInterval_ms,
  }
}

function PendingCount({ count, children }: { count: number; children: string }) {
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent-subtle px-2 text-xs leading-5 font-bold text-accent tabular-nums lg:ml-auto">
      <span className="sr-only">{children}</span> {formatCount(count)}
    </span>
  )
}
