import { studioServiceMessages } from './messages.ko.ts'
import { formatCount } from '#web/lib/format.ts'
import { useIsLive, useStudioEvents } from '#web/features/studio/common/studio-events.ts'
import { secondFactorQuery } from '#web/features/studio/common/require-staff.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { inboxQuery, reviewsQuery, pollIntervalMs, serviceKeys } from './queries.ts'

/** How many inquiries wait for an answer, kept up to date; nothing where none does. */
export function PendingInquiryCount() {
  useServiceEvents()
  const { data } = useQuery({ ...inboxQuery({ limit: 1 }), ...useWatched() })
  return <Waiting many={data?.counts.open ?? 0}>{studioServiceMessages.inbox.states.open}</Waiting>
}

/** How many reviews were reported that nobody has looked at. */
export function PendingReviewCount() {
  const { data } = useQuery({ ...reviewsQuery({ limit: 1 }), ...useWatched() })
  return <Waiting many={data?.count ?? 0}>{studioServiceMessages.reviews.states.reported}</Waiting>
}

/** Once it is known that he may ask; by itself where nothing is told. */
function useWatched() {
  const { data: factor } = useQuery(secondFactorQuery)
  const isLive = useIsLive()
  return {
    enabled: Boolean(factor?.proven_until),
    refetchInterval: isLive ? (false as const) : pollIntervalMs,
  }
}

function Waiting({ many, children }: { many: number; children: string }) {
  if (many === 0) return null
  return (
    <span className="rounded-full bg-accent-subtle px-2 text-xs leading-5 font-bold text-accent tabular-nums lg:ml-auto">
      <span className="sr-only">{children}</span> {formatCount(many)}
    </span>
  )
}

/** What is read again when something of a kind changed. */
const staleBy: Readonly<Record<string, readonly (readonly string[])[]>> = {
  inquiry: [serviceKeys.inbox, serviceKeys.inquiry],
  answer_template: [serviceKeys.templates],
  faq: [serviceKeys.faqs],
  inquiry_subject: [serviceKeys.faqs],
  announcement: [serviceKeys.notices],
  review: [serviceKeys.reviews],
}
const everything = Object.values(staleBy).flat()

/** Has what members ask and colleagues do be on the screen as soon as it stands. Once in the studio: its menu counts it. */
function useServiceEvents(): void {
  const client = useQueryClient()
  useStudioEvents((news) => {
    for (const queryKey of news ? (staleBy[news.subject_kind] ?? []) : everything)
      void client.invalidateQueries({ queryKey })
  })
}
