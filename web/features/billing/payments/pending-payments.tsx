import type { Order } from '#contract/transactions/transactions.ts'
import { dateTime, points, won } from '#web/lib/format.ts'
import { paymentsCopy } from './messages.ko.ts'
import { moneyChanged, unsettledQuery } from '#web/features/billing/queries.ts'
import { receiptPath } from '#web/routing/paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Turning } from '#web/ui/base/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

/** What is being asked about; once one of them is certain, everything else of money is read again. */
export function useUnsettled(): Order[] {
  const { data } = useQuery(unsettledQuery)
  const count = data?.count ?? 0
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current) void moneyChanged()
    before.current = count
  }, [count])
  return data?.results ?? []
}

/** Payments that nobody knows the end of yet: the history does not have them, and who looks for one finds it here. */
export function UnsettledList({ orders }: { orders: Order[] }) {
  return (
    <section
      aria-label={paymentsCopy.unsettled}
      className="mt-5 rounded-xl bg-gam-wash px-4 py-4 md:px-5"
    >
      <h2 className="flex items-center gap-2 font-bold text-gam-bright">
        <Turning className="size-4" />
        {paymentsCopy.unsettled}
      </h2>
      <p className="mt-1 text-sm text-paper-2">{paymentsCopy.unsettled_detail}</p>
      <ul className="mt-2 divide-y divide-line">
        {orders.map(({ order_id, title, amount, payment_method, created_at, status }) => (
          <li key={order_id} className="relative flex items-start gap-3 py-3 last:pb-0">
            <div className="min-w-0 grow">
              <h3 className="text-base font-semibold">
                <Link to={receiptPath(order_id)} className="stretched">
                  {title}
                </Link>
              </h3>
              <p className="mt-0.5 text-xs text-paper-2 tabular-nums md:text-sm">
                {dateTime(created_at)} · {paymentsCopy.method(payment_method)}
              </p>
            </div>
            <div className="flex shrink-0 flex-col items-end gap-1">
              <p className="text-base font-bold tabular-nums">
                {payment_method === 'card' ? won(amount) : points(amount)}
              </p>
              <Badge tone="wash">{paymentsCopy.status(status)}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
