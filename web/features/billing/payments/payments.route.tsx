import { paymentsMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentsPath, refundsPath, receiptPath } from '#web/routing/account-paths.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/payments.route.ts'
import { ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import {
  paymentHistoryQuery,
  invalidateBilling,
  pendingOrdersQuery,
  refundsQuery,
} from '#web/features/billing/queries.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams, Link } from 'react-router'
import { groupByMonth, PaymentItem, PaymentListSkeleton } from './payment-item.tsx'
import type { Order, Refund } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { Badge, type BadgeTone } from '#web/ui/base/badge.tsx'
import { useEffect, useRef } from 'react'
import type { RefundStatus } from '#contract/transactions/payment-schemas.ts'
import { pointSplitLabel } from '#web/features/billing/purchases/messages.ko.ts'

/** The member's refunds, polled while one is pending. */
function RefundList() {
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
    <article className="group relative -mx-3 flex items-start gap-3 rounded-card px-3 py-4 transition-colors duration-(--duration-fast) hover:bg-surface">
      <div className="min-w-0 grow">
        <Badge tone={tones[status]}>{paymentsMessages.refund_status(status)}</Badge>
        <h2 className="mt-2 text-base font-semibold">
          <Link
            to={receiptPath(refund.order_id)}
            className="stretched-link focus-visible:after:-outline-offset-2"
          >
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-xs text-foreground-subtle tabular-nums md:text-sm">
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
      <p className="mt-1 text-xs text-foreground-subtle">
        {won > 0 ? paymentsMessages.to_card : pointSplitLabel(event_point, paid_point)}
      </p>
    </div>
  )
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = paymentsMessages
  return pageMeta(matches, { title, description, path: paymentsPath, noindex: true })
}

export const handle: MypagePageHandle = {
  title: paymentsMessages.title,
  Skeleton: PaymentsSkeleton,
}

/** Payment history and refunds. */
export default function PaymentsPage() {
  const [query] = useSearchParams()
  const showsRefunds = query.get('kind') === 'refund'
  return (
    <>
      <NavTabs
        label={paymentsMessages.tabs}
        tabs={[
          { key: 'all', to: paymentsPath, title: paymentsMessages.all, selected: !showsRefunds },
          {
            key: 'refund',
            to: refundsPath,
            title: paymentsMessages.refunds,
            selected: showsRefunds,
          },
        ]}
      />
      {showsRefunds ? <RefundList /> : <PaymentHistory />}
    </>
  )
}

function PaymentHistory() {
  const history = useInfiniteQuery(paymentHistoryQuery)
  const pending = usePendingOrders()
  return (
    <>
      {pending.length > 0 && <PendingPayments orders={pending} />}
      <InfiniteList
        list={history}
        skeleton={<PaymentListSkeleton />}
        empty={
          pending.length === 0 && (
            <EmptyState
              icon="document"
              title={paymentsMessages.empty}
              actions={
                <ButtonLink to={categoriesPath} variant="primary" icon="grid">
                  {paymentsMessages.browse}
                </ButtonLink>
              }
            >
              {paymentsMessages.empty_detail}
            </EmptyState>
          )
        }
      >
        {(rows) =>
          groupByMonth(rows).map(({ month, rows: entries }) => {
            const [year = '', number = ''] = month.split('.')
            const name = paymentsMessages.month(year, number)
            return (
              <section key={month} aria-label={name} className="mt-7 first-of-type:mt-5">
                <h2 className="text-base font-bold text-foreground-muted">{name}</h2>
                <ul className="divide-y divide-border">
                  {entries.map((entry) => (
                    <li key={entry.id}>
                      <PaymentItem entry={entry} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })
        }
      </InfiniteList>
    </>
  )
}

function PaymentsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-12 items-center gap-6 border-b border-border">
        <div className="shimmer h-4 w-16 rounded-control" />
        <div className="shimmer h-4 w-16 rounded-control" />
      </div>
      <PaymentListSkeleton />
    </div>
  )
}

/** Returns the pending orders and invalidates billing once one of them settles. */
function usePendingOrders(): Order[] {
  const { data } = useQuery(pendingOrdersQuery)
  const count = data?.count ?? 0
  const previousCount = useRef(count)
  useEffect(() => {
    if (count < previousCount.current) void invalidateBilling()
    previousCount.current = count
  }, [count])
  return data?.results ?? []
}

/** Payments with an unknown outcome, which the history does not contain yet. */
function PendingPayments({ orders }: { orders: Order[] }) {
  return (
    <section
      aria-label={paymentsMessages.pending}
      className="mt-5 rounded-sheet bg-accent-subtle px-4 py-4 md:px-5"
    >
      <h2 className="flex items-center gap-2 font-bold text-accent-bright">
        <Spinner className="size-4" />
        {paymentsMessages.pending}
      </h2>
      <p className="mt-1 text-sm text-foreground-muted">{paymentsMessages.pending_detail}</p>
      <ul className="mt-2 divide-y divide-border">
        {orders.map(({ order_id, title, amount, payment_method, created_at, status }) => (
          <li key={order_id} className="relative flex items-start gap-3 py-3 last:pb-0">
            <div className="min-w-0 grow">
              <h3 className="text-base font-semibold">
                <Link to={receiptPath(order_id)} className="stretched-link">
                  {title}
                </Link>
              </h3>
              <p className="mt-1 text-xs text-foreground-muted tabular-nums md:text-sm">
                {formatDateTime(created_at)} · {paymentsMessages.method(payment_method)}
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <p className="text-base font-bold tabular-nums">
                {payment_method === 'card' ? formatWon(amount) : formatPoints(amount)}
              </p>
              <Badge tone="accent_subtle">{paymentsMessages.status(status)}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
