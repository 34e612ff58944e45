import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { count } from '#web/copy/format.ts'
import { secondFactorQuery } from '#web/features/studio/staff-only.tsx'
import { useQuery } from '@tanstack/react-query'
import { inboxQuery } from './queries.ts'

/** How many inquiries wait for an answer, kept up to date; nothing where none does. */
export function WaitingBadge() {
  const { data: factor } = useQuery(secondFactorQuery)
  const { data } = useQuery({ ...inboxQuery({ limit: 1 }), enabled: Boolean(factor?.proven_until) })
  const waiting = data?.counts.open ?? 0
  if (waiting === 0) return null
  return (
    <span className="rounded-full bg-gam-wash px-2 text-xs leading-5 font-bold text-gam tabular-nums lg:ml-auto">
      <span className="sr-only">{studioServiceCopy.inbox.states.open}</span> {count(waiting)}
    </span>
  )
}
