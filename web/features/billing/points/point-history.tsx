import type { PointTransaction } from '#contract/transactions/transactions.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { pointsMessages } from './messages.ko.ts'
import { pointTransactionsQuery } from '#web/features/billing/queries.ts'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

/** All point transactions with the balance after each, newest first. */
export function PointHistory() {
  const query = useInfiniteQuery(pointTransactionsQuery)
  return (
    <InfiniteList
      list={query}
      skeleton={<PointHistorySkeleton />}
      empty={
        <EmptyState icon="star" title={pointsMessages.empty_history} heading="h3">
          {pointsMessages.empty_history_detail}
        </EmptyState>
      }
    >
      {(transactions) => (
        <ul className="mt-1 divide-y divide-border">
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <PointTransactionItem transaction={transaction} />
            </li>
          ))}
        </ul>
      )}
    </InfiniteList>
  )
}

function PointTransactionItem({ transaction }: { transaction: PointTransaction }) {
  const kind = transaction.is_event ? 'event' : 'paid'
  const label = transactionLabel(transaction)
  return (
    <div className="flex items-start justify-between gap-4 py-4">
      <div className="min-w-0">
        <p className="text-base font-semibold">{transaction.title}</p>
        <p className="mt-1 text-xs text-foreground-subtle tabular-nums md:text-sm">
          {formatDateTime(transaction.transaction_date)}
          {label && ` · ${label}`}
        </p>
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p
          className={`text-base font-bold ${transaction.changed_point > 0 ? 'text-accent-bright' : ''}`}
        >
          {pointsMessages.changed(transaction.changed_point)}
        </p>
        <p className="mt-1 text-xs text-foreground-subtle md:text-sm">
          {pointsMessages.balance_after(kind, transaction.balance)}
        </p>
      </div>
    </div>
  )
}

export function PointHistorySkeleton() {
  return (
    <div aria-hidden="true" className="mt-1 divide-y divide-border">
      {[0, 1, 2, 3, 4].map((index) => (
        <div key={index} className="flex items-start justify-between py-4">
          <div className="w-1/2">
            <div className="shimmer h-4 w-3/4 rounded-control" />
            <div className="shimmer mt-2 h-3 w-2/5 rounded-control" />
          </div>
          <div className="flex w-28 flex-col items-end">
            <div className="shimmer h-4 w-16 rounded-control" />
            <div className="shimmer mt-2 h-3 w-24 rounded-control" />
          </div>
        </div>
      ))}
    </div>
  )
}

type LabelledTransaction = Pick<
  PointTransaction,
  'changed_point' | 'is_event' | 'is_topup' | 'episode' | 'payment_method'
>

/**
 * Adds what the title of a transaction omits: refunds carry the title of what was refunded, and bonus points that of
 * the top-up.
 */
export function transactionLabel(transaction: LabelledTransaction): string | null {
  if (transaction.is_topup) return transaction.is_event ? pointsMessages.top_up_bonus : null
  if (transaction.episode) return transaction.changed_point > 0 ? pointsMessages.refunded : null
  // An order without an episode: the remainder of a top-up. Expiry and grants have no order.
  return transaction.payment_method && transaction.changed_point < 0
    ? pointsMessages.refund_deduction
    : null
}
