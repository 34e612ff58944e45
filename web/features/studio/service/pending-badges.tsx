import { studioServiceMessages } from './messages.ko.ts'
import { formatCount } from '#web/lib/format.ts'
import { useIsLive, useStudioEvents } from '#web/features/studio/common/studio-events.ts'
import { secondFactorQuery } from '#web/features/studio/common/require-staff.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { inboxQuery, reviewsQuery, pollIntervalMs } from './queries.ts'

/** The live number of unanswered inquiries; nothing if zero. */
export function PendingInquiryCount() {
  useServiceEvents()
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
    refetchInterval: isLive ? (false as const) : pollIntervalMs,
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

/** The query keys to invalidate per kind of event. */
const invalidatedBy: Readonly<Record<string, readonly QueryKey[]>> = {
  inquiry: [studioKeys.inbox(), studioKeys.inquiry()],
  answer_template: [studioKeys.templates()],
  faq: [studioKeys.faqs()],
  inquiry_subject: [studioKeys.faqs()],
  announcement: [studioKeys.notices()],
  review: [studioKeys.reviews()],
}
const allQueryKeys = Object.values(invalidatedBy).flat()

/** Invalidates inquiries, articles and reviews on events. Used once, by the navigation's badges. */
function useServiceEvents(): void {
  const client = useQueryClient()
  useStudioEvents((event) => {
    for (const queryKey of event ? (invalidatedBy[event.subject_kind] ?? []) : allQueryKeys)
      void client.invalidateQueries({ queryKey })
  })
}
