import type { Order } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { paymentsMessages } from './messages.ko.ts'
import { invalidateBilling, pendingOrdersQuery } from '#web/features/billing/queries.ts'
import { receiptPath } from '#web/routing/account-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Spinner } from '#web/ui/base/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** Returns the pending orders and invalidates billing once one of them settles. */
export function usePendingOrders(): Order[] {
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
export function PendingPayments({ orders }: { orders: Order[] }) {
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
