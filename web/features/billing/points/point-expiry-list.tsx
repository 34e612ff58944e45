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
import { pointBalanceQuery } from '#web/features/billing/queries.ts'
import { apiRequest } from '#web/api/client.ts'

/** Points as they came, until when they can be spent, and what is left of a top-up, which is paid back whenever asked (D-55). */
export function PointExpiryList({ refund }: { refund: (lot: PointLot) => Promise<unknown> }) {
  const lots = useInfiniteQuery(expiringPointsQuery)
  const top = useRef<HTMLDivElement>(null)

  async function payBack(lot: PointLot) {
    // The button that had the focus goes with what was paid back.
    if (await refund(lot)) top.current?.focus()
  }

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <InfiniteList
        list={lots}
        skeleton={<PointHistorySkeleton />}
        empty={
          <EmptyState icon="clock" title={pointsMessages.empty_lots} heading="h3">
            {pointsMessages.empty_lots_detail}
          </EmptyState>
        }
      >
        {(rows, now) => (
          <ul className="mt-1 divide-y divide-border">
            {rows.map((lot) => (
              <li key={lot.id}>
                <Lot lot={lot} now={now} onRefund={() => void payBack(lot)} />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </div>
  )
}

function Lot({ lot, now, onRefund }: { lot: PointLot; now: number; onRefund: () => void }) {
  const { refundable, expires_at, remaining, amount } = lot
  const isLapsed = expires_at !== null && Date.parse(expires_at) <= now
  const isGone = remaining === 0 || isLapsed
  const obstacle = refundable?.ineligibility_reason
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={lot.kind === 'event' && !isGone ? 'wash' : 'plain'}>
            {pointsMessages.kind(lot.kind)}
          </Badge>
          <span className={`text-base font-semibold ${isGone ? 'text-foreground-subtle' : ''}`}>
            {lot.title}
          </span>
        </p>
        <p className="mt-1 text-sm tabular-nums text-foreground-muted">
          {remaining === 0
            ? obstacle === 'already_refunded'
              ? refundBlockedReasons.already_refunded
              : pointsMessages.lot_empty
            : pointsMessages.lot_left(remaining, amount)}
        </p>
        <p className="text-xs text-foreground-subtle tabular-nums md:text-sm">
          {pointsMessages.lot_got(lot.transaction_date)}
          {expires_at &&
            (remaining > 0 || isLapsed) &&
            ` · ${isLapsed ? pointsMessages.lot_lapsed(expires_at) : pointsMessages.lot_until(expires_at)}`}
        </p>
      </div>
      {obstacle === 'bonus_spent' && (
        <p className="basis-full text-xs text-foreground-subtle md:text-sm">
          {refundBlockedReasons.bonus_spent}
        </p>
      )}
      {refundable?.is_refundable && (
        <Button
          look="outline"
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

/** All the lots of a member, newest first, page by page. Read again with the balances that they make. */
const expiringPointsQuery = infiniteQueryOptions({
  queryKey: [...pointBalanceQuery.queryKey, 'lots'],
  queryFn: ({ pageParam: offset }) =>
    apiRequest(transactions.listPoints, { query: { limit: pageSize, offset } }),
  initialPageParam: 0,
  getNextPageParam: (last, _all, offset) =>
    last.results.length > 0 && offset + last.results.length < last.count
      ? offset + last.results.length
      : undefined,
  staleTime: 0,
})
