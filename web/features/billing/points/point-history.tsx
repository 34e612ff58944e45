import type { PointTransaction } from '#contract/transactions/transactions.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { pointsMessages } from './messages.ko.ts'
import { pointTransactionsQuery } from '#web/features/billing/queries.ts'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

/** Every move of points with the balance after it, newest first. */
export function PointHistory() {
  const moves = useInfiniteQuery(pointTransactionsQuery)
  return (
    <InfiniteList
      list={moves}
      skeleton={<PointHistorySkeleton />}
      empty={
        <EmptyState icon="star" title={pointsMessages.empty_moves} heading="h3">
          {pointsMessages.empty_moves_detail}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className="mt-1 divide-y divide-border">
          {rows.map((move) => (
            <li key={move.id}>
              <Move move={move} />
            </li>
          ))}
        </ul>
      )}
    </InfiniteList>
  )
}

function Move({ move }: { move: PointTransaction }) {
  const kind = move.is_event ? 'event' : 'paid'
  const note = transactionLabel(move)
  return (
    <div className="flex items-start justify-between gap-4 py-3.5">
      <div className="min-w-0">
        <p className="text-base font-semibold">{move.title}</p>
        <p className="mt-0.5 text-xs text-foreground-subtle tabular-nums md:text-sm">
          {formatDateTime(move.transaction_date)}
          {note && ` · ${note}`}
        </p>
      </div>
      <div className="shrink-0 text-right tabular-nums">
        <p className={`text-base font-bold ${move.changed_point > 0 ? 'text-accent-bright' : ''}`}>
          {pointsMessages.changed(move.changed_point)}
        </p>
        <p className="mt-0.5 text-xs text-foreground-subtle md:text-sm">
          {pointsMessages.balance_after(kind, move.balance)}
        </p>
      </div>
    </div>
  )
}

export function PointHistorySkeleton() {
  return (
    <div aria-hidden="true" className="mt-1 divide-y divide-border">
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className="flex items-start justify-between py-4">
          <div className="w-1/2">
            <div className="shimmer h-4 w-3/4 rounded-sm" />
            <div className="shimmer mt-2.5 h-3 w-2/5 rounded-sm" />
          </div>
          <div className="flex w-28 flex-col items-end">
            <div className="shimmer h-4 w-16 rounded-sm" />
            <div className="shimmer mt-2.5 h-3 w-24 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}

type LabelledMove = Pick<
  PointTransaction,
  'changed_point' | 'is_event' | 'is_topup' | 'episode' | 'payment_method'
>

/**
 * What the title of a move leaves unsaid: a refund bears the name of what is paid back, and the points that come along
 * with a top-up that of the top-up. Nothing where the title says all.
 */
export function transactionLabel(move: LabelledMove): string | null {
  if (move.is_topup) return move.is_event ? pointsMessages.came_along : null
  if (move.episode) return move.changed_point > 0 ? pointsMessages.came_back : null
  // Of no episode and yet of an order: what is left of a top-up. What lapses or is given is of none.
  return move.payment_method && move.changed_point < 0 ? pointsMessages.taken_back : null
}
