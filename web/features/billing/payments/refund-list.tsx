import type { RefundStatus } from '#contract/transactions/payment-schemas.ts'
import type { Refund } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { paymentsMessages } from './messages.ko.ts'
import { pointSplitLabel } from '#web/features/billing/purchases/messages.ko.ts'
import { refundsQuery } from '#web/features/billing/queries.ts'
import { receiptPath } from '#web/routing/account-paths.ts'
import { Badge, type BadgeTone } from '#web/ui/base/badge.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PaymentListSkeleton } from './payment-item.tsx'

/** The member's refunds, polled while one is pending. */
export function RefundList() {
  const refunds = useInfiniteQuery({
    ...refundsQuery,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.results.some(({ status }) => status === 'pending'))
        ? 3_000
        : false,
  })
  return (
    <InfiniteList
      list={refunds}
      skeleton={<PaymentListSkeleton />}
      empty={
        <EmptyState icon="retry" title={paymentsMessages.empty_refunds}>
          {paymentsMessages.empty_refunds_detail}
        </EmptyState>
      }
    >
      {(items) => (
        <ul className="mt-2 divide-y divide-border">
          {items.map((refund) => (
            <li key={refund.id}>
              <RefundItem refund={refund} />
            </li>
          ))}
        </ul>
      )}
    </InfiniteList>
  )
}

const tones: Record<RefundStatus, BadgeTone> = {
  pending: 'accent_subtle',
  succeeded: 'success',
  failed: 'neutral',
}

function RefundItem({ refund }: { refund: Refund }) {
  const { title, status, reason, requested_at, succeeded_at } = refund
  const reasonLabel = paymentsMessages.refund_reason(reason)
  return (
    <article className="group relative -mx-3 flex items-start gap-3 rounded-lg px-3 py-4 transition-colors duration-(--duration-fast) hover:bg-surface">
      <div className="min-w-0 grow">
        <Badge tone={tones[status]}>{paymentsMessages.refund_status(status)}</Badge>
        <h2 className="mt-1.5 text-base font-semibold">
          <Link
            to={receiptPath(refund.order_id)}
            className="stretched-link focus-visible:after:-outline-offset-2"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-0.5 text-xs text-foreground-subtle tabular-nums md:text-sm">
          {succeeded_at
            ? paymentsMessages.completed(formatDateTime(succeeded_at))
            : (reasonLabel ? paymentsMessages.started : paymentsMessages.requested)(
                formatDateTime(requested_at),
              )}
        </p>
        {reasonLabel && <p className="mt-1 text-sm text-foreground-muted">{reasonLabel}</p>}
        {status === 'pending' && <p className="mt-1 text-sm">{paymentsMessages.refund_slow}</p>}
        {status === 'failed' && (
          <p className="mt-1 text-sm text-danger">{paymentsMessages.refund_failed}</p>
        )}
      </div>
      <RefundAmount refund={refund} />
    </article>
  )
}

/** The refunded amount: won to the card, or points. */
function RefundAmount({ refund: { amount: won, event_point, paid_point } }: { refund: Refund }) {
  return (
    <div className="shrink-0 text-right tabular-nums">
      <p className="text-base font-bold">
        {won > 0 ? formatWon(won) : formatPoints(event_point + paid_point)}
      </p>
      <p className="mt-0.5 text-xs text-foreground-subtle">
        {won > 0 ? paymentsMessages.to_card : pointSplitLabel(event_point, paid_point)}
      </p>
    </div>
  )
}
