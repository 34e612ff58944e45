import { formatPoints } from '#web/lib/format.ts'
import { pointBalanceQuery } from '#web/features/billing/queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { useQuery } from '@tanstack/react-query'

/** The point balance. `useAuth` is not used because its balance may be older than purchases, top-ups and refunds. */
export function PointBalance() {
  // The header is outside of the pages that provide the client.
  const { data } = useQuery(pointBalanceQuery, memberQueryClient)
  return (
    data && (
      <span className="ml-auto text-sm font-semibold text-accent-bright tabular-nums">
        {formatPoints(data.event_point + data.paid_point)}
      </span>
    )
  )
}
