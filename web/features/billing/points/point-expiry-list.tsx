import type { PointLot } from '#contract/transactions/transactions.ts'
import { obstacleWords } from '#web/features/billing/purchases/messages.ko.ts'
import { pointsCopy } from './messages.ko.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { EndlessList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { LedgerSkeleton } from './point-history.tsx'
import { money, pointsQuery } from '#web/features/billing/queries.ts'
import { request } from '#web/api/client.ts'

/** Points as they came, until when they can be spent, and what is left of a top-up, which is paid back whenever asked (D-55). */
export function LotList({ refund }: { refund: (lot: PointLot) => Promise<unknown> }) {
  const lots = useInfiniteQuery(lotsQuery)
  const top = useRef<HTMLDivElement>(null)

  async function payBack(lot: PointLot) {
    // The button that had the focus goes with what was paid back.
    if (await refund(lot)) top.current?.focus()
  }

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <EndlessList
        list={lots}
        skeleton={<LedgerSkeleton />}
        empty={
          <EmptyState icon="clock" title={pointsCopy.empty_lots} heading="h3">
            {pointsCopy.empty_lots_detail}
          </EmptyState>
        }
      >
        {(rows, now) => (
          <ul className="mt-1 divide-y divide-line">
            {rows.map((lot) => (
              <li key={lot.id}>
                <Lot lot={lot} now={now} onRefund={() => void payBack(lot)} />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
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
            {pointsCopy.kind(lot.kind)}
          </Badge>
          <span className={`text-base font-semibold ${isGone ? 'text-paper-3' : ''}`}>
            {lot.title}
          </span>
        </p>
        <p className="mt-1 text-sm tabular-nums text-paper-2">
          {remaining === 0
            ? obstacle === 'already_refunded'
              ? obstacleWords.already_refunded
              : pointsCopy.lot_empty
            : pointsCopy.lot_left(remaining, amount)}
        </p>
        <p className="text-xs text-paper-3 tabular-nums md:text-sm">
          {pointsCopy.lot_got(lot.transaction_date)}
          {expires_at &&
            (remaining > 0 || isLapsed) &&
            ` · ${isLapsed ? pointsCopy.lot_lapsed(expires_at) : pointsCopy.lot_until(expires_at)}`}
        </p>
      </div>
      {obstacle === 'bonus_spent' && (
        <p className="basis-full text-xs text-paper-3 md:text-sm">{obstacleWords.bonus_spent}</p>
      )}
      {refundable?.is_refundable && (
        <Button
          look="outline"
          className="px-4"
          aria-label={pointsCopy.refund_of(lot.title)}
          onClick={onRefund}
        >
          {pointsCopy.refund}
        </Button>
      )}
    </div>
  )
}

const pageSize = 20

/** All the lots of a member, newest first, page by page. Read again with the balances that they make. */
const lotsQuery = infiniteQueryOptions({
  queryKey: [...pointsQuery.queryKey, 'lots'],
  queryFn: ({ pageParam: offset }) =>
    request(money.listPoints, { query: { limit: pageSize, offset } }),
  initialPageParam: 0,
  getNextPageParam: (last, _all, offset) =>
    last.results.length > 0 && offset + last.results.length < last.count
      ? offset + last.results.length
      : undefined,
  staleTime: 0,
})
