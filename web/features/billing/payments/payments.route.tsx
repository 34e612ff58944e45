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
} from '#web/features/billing/queries.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams, Link } from 'react-router'
import { groupByMonth, PaymentItem, PaymentListSkeleton } from './payment-item.tsx'
import { RefundList } from './refund-list.tsx'
import type { Order } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { useEffect, useRef } from 'react'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = paymentsMessages
  return pageMeta(matches, { title, description, path: paymentsPath, noindex: true })
}

export const handle: MypagePageHandle = {
  title: paymentsMessages.title,
  Skeleton: PaymentsSkeleton,
}

export default function Payments() {
  return <PaymentsPage />
}

/** Payment history and refunds (D-57). */
function PaymentsPage() {
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
        <div className="shimmer h-4 w-16 rounded-sm" />
        <div className="shimmer h-4 w-16 rounded-sm" />
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
      className="mt-5 rounded-xl bg-accent-subtle px-4 py-4 md:px-5"
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
              <p className="mt-0.5 text-xs text-foreground-muted tabular-nums md:text-sm">
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
