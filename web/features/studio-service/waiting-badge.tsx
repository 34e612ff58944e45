import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { count } from '#web/copy/format.ts'
import { useIsLive } from '#web/features/studio/news.ts'
import { secondFactorQuery } from '#web/features/studio/staff-only.tsx'
import { useQuery } from '@tanstack/react-query'
import { useServiceFresh } from './fresh.ts'
import { inboxQuery, reviewsQuery, unheard } from './queries.ts'

/** How many inquiries wait for an answer, kept up to date; nothing where none does. */
export function WaitingInquiries() {
  useServiceFresh()
  const { data } = useQuery({ ...inboxQuery({ limit: 1 }), ...useWatched() })
  return <Waiting many={data?.counts.open ?? 0}>{studioServiceCopy.inbox.states.open}</Waiting>
}

/** How many reviews were reported that nobody has looked at. */
export function WaitingReviews() {
  const { data } = useQuery({ ...reviewsQuery({ limit: 1 }), ...useWatched() })
  return <Waiting many={data?.count ?? 0}>{studioServiceCopy.reviews.states.reported}</Waiting>
}

/** Once it is known that he may ask; by itself where nothing is told. */
function useWatched() {
  const { data: factor } = useQuery(secondFactorQuery)
  const isLive = useIsLive()
  return {
    enabled: Boolean(factor?.proven_until),
    refetchInterval: isLive ? (false as const) : unheard,
  }
}

function Waiting({ many, children }: { many: number; children: string }) {
  if (many === 0) return null
  return (
    <span className="rounded-full bg-gam-wash px-2 text-xs leading-5 font-bold text-gam tabular-nums lg:ml-auto">
      <span className="sr-only">{children}</span> {count(many)}
    </span>
  )
}
