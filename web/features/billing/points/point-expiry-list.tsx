import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { PointLot } from '#contract/transactions/transactions.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { pointsMessages } from './messages.ko.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { PointHistorySkeleton } from './point-history.tsx'
import { billingKeys } from '#web/features/billing/query-keys.ts'
import { apiRequest } from '#web/api/client.ts'

/** Point expiry entries. What remains of a top-up is refundable at any time (D-55). */
export function PointExpiryList({
  openRefund,
}: {
  openRefund: (lot: PointLot) => Promise<unknown>
}) {
  const query = useInfiniteQuery(expiringPointsQuery)
  const container = useRef<HTMLDivElement>(null)

  async function refundLot(lot: PointLot) {
    // The refund button had the focus and is gone.
    if (await openRefund(lot)) container.current?.focus()
  }

  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <InfiniteList
        list={query}
        skeleton={<PointHistorySkeleton />}
        empty={
          <EmptyState icon="clock" title={pointsMessages.empty_expiry} heading="h3">
            {pointsMessages.empty_expiry_detail}
          </EmptyState>
        }
      >
        {(lots, now) => (
          <ul className="mt-1 divide-y divide-border">
            {lots.map((lot) => (
              <li key={lot.id}>
                <PointExpiryItem lot={lot} now={now} onRefund={() => void refundLot(lot)} />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </div>
  )
}

function PointExpiryItem({
  lot,
  now,
  onRefund,
}: {
  lot: PointLot
  now: number
  onRefund: () => void
}) {
  const { refundable, expires_at, remaining, amount } = lot
  const isExpired = expires_at !== null && Date.parse(expires_at) <= now
  const isSpent = remaining === 0 || isExpired
  const blockedReason = refundable?.ineligibility_reason
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={lot.kind === 'event' && !isSpent ? 'accent_subtle' : 'neutral'}>
            {pointsMessages.kind(lot.kind)}
          </Badge>
          <span className={`text-base font-semibold ${isSpent ? 'text-foreground-subtle' : ''}`}>
            {lot.title}
          </span>
        </p>
        <p className="mt-1 text-sm tabular-nums text-foreground-muted">
          {remaining === 0
            ? blockedReason === 'already_refunded'
              ? refundBlockedReasons.already_refunded
              : pointsMessages.lot_empty
            : pointsMessages.lot_remaining(remaining, amount)}
        </p>
        <p className="text-xs text-foreground-subtle tabular-nums md:text-sm">
          {pointsMessages.lot_received(lot.transaction_date)}
          {expires_at &&
            (remaining > 0 || isExpired) &&
            ` · ${isExpired ? pointsMessages.lot_expired(expires_at) : pointsMessages.lot_until(expires_at)}`}
        </p>
      </div>
      {blockedReason === 'bonus_spent' && (
        <p className="basis-full text-xs text-foreground-subtle md:text-sm">
          {refundBlockedReasons.bonus_spent}
        </p>
      )}
      {refundable?.is_refundable && (
        <Button
          variant="outline"
          className="px-4"
          aria-label={pointsMessages.refund_of(lot.title)}
          onClick={onRefund}
        >
          {pointsMessages.refund}
        </Button>
      )}
    </div>
  )
}

const pageSize = 20

/** All entries of the member, newest first. */
const expiringPointsQuery = infiniteQueryOptions({
  queryKey: billingKeys.expiringPoints,
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listPoints, { query: { limit: pageSize, offset } }),
  initialPageParam: 0,
  getNextPageParam: (last, _all, offset) =>
    last.results.length > 0 && offset + last.results.length < last.count
      ? offset + last.results.length
      : undefined,
  staleTime: 0,
})
