import { formatPoints } from '#web/lib/format.ts'
import { pointBalanceQuery } from '#web/features/billing/queries.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { useQuery } from '@tanstack/react-query'

/** The point balance. The header is outside of the pages that provide the client. */
export function PointBalance() {
  return (
    <MemberQueryProvider>
      <Balance />
    </MemberQueryProvider>
  )
}

/** `useAuth` is not used because its balance may be older than purchases, top-ups and refunds. */
function Balance() {
  const { data } = useQuery(pointBalanceQuery)
  return (
    data && (
      <span className="ml-auto text-sm font-semibold text-accent-bright tabular-nums">
        {formatPoints(data.event_point + data.paid_point)}
      </span>
    )
  )
}
