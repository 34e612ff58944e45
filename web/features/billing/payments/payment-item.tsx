import type { LedgerHistoryEntry } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatWon, formatDate } from '#web/lib/format.ts'
import { paymentsMessages } from './messages.ko.ts'
import { receiptPath } from '#web/routing/account-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'

/** One entry of the payment history, linked to its receipt if there is an order. */
export function PaymentItem({ entry }: { entry: LedgerHistoryEntry }) {
  const { kind, title, order_id, payment_method } = entry
  return (
    <article
      className={`group relative -mx-3 flex items-start gap-3 rounded-card px-3 py-4 ${order_id ? 'transition-colors duration-(--duration-fast) hover:bg-surface' : ''}`}
    >
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={kind === 'refund' ? 'success' : 'neutral'}>
            {paymentsMessages.kind(kind)}
          </Badge>
          <Status entry={entry} />
        </p>
        <h3 className="mt-2 text-base font-semibold">
          {order_id ? (
            <Link
              to={receiptPath(order_id)}
              className="stretched-link focus-visible:after:-outline-offset-2"
            >
              {title}
              <span className="sr-only">, {paymentsMessages.receipt}</span>
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mt-1 text-xs text-foreground-subtle tabular-nums md:text-sm">
          {formatDateTime(entry.transaction_date)}
          {payment_method && ` · ${paymentsMessages.method(payment_method)}`}
        </p>
      </div>
      <Amounts entry={entry} />
      <Icon
        name="chevron_right"
        className={`mt-9 size-5 text-foreground-subtle max-md:hidden ${order_id ? '' : 'invisible'}`}
      />
    </article>
  )
}

/** The status of the order unless it is plainly paid. */
function Status({ entry: { kind, status } }: { entry: LedgerHistoryEntry }) {
  if (!status || status === 'paid' || kind === 'refund') return null
  return <Badge tone="accent_subtle">{paymentsMessages.status(status)}</Badge>
}

function Amounts({ entry }: { entry: LedgerHistoryEntry }) {
  const { amount, event_point, paid_point } = entry
  const hasPoints = event_point !== 0 || paid_point !== 0
  return (
    <div className="shrink-0 text-right tabular-nums">
      {amount !== 0 && (
        <p className="text-base font-bold">
          {amount > 0 ? formatWon(amount) : paymentsMessages.refunded_won(-amount)}
        </p>
      )}
      {paid_point !== 0 && (
        <p className={`font-bold ${amount === 0 ? 'text-base' : 'text-sm text-foreground-muted'}`}>
          {paymentsMessages.kind_points('paid', paid_point)}
        </p>
      )}
      {event_point !== 0 && (
        <p
          className={`font-bold ${amount === 0 && paid_point === 0 ? 'text-base' : 'text-sm text-foreground-muted'}`}
        >
          {paymentsMessages.kind_points('event', event_point)}
        </p>
      )}
      {hasPoints && (
        <p className="mt-1 text-xs text-foreground-subtle">
          {paymentsMessages.balance_after(entry.paid_balance + entry.event_balance)}
        </p>
      )}
    </div>
  )
}

export function PaymentListSkeleton() {
  return (
    <div aria-hidden="true" className="mt-5">
      <div className="shimmer h-5 w-24 rounded-control" />
      {[0, 1, 2, 3, 4].map((index) => (
        <div
          key={index}
          className="flex items-start justify-between gap-4 border-b border-border py-5"
        >
          <div className="w-1/2">
            <div className="shimmer h-4 w-3/4 rounded-control" />
            <div className="shimmer mt-3 h-3 w-2/5 rounded-control" />
          </div>
          <div className="shimmer h-4 w-20 rounded-control" />
        </div>
      ))}
    </div>
  )
}

/** Groups rows by month in Seoul, in their order: `month` is `2026.11`. */
export function groupByMonth<T extends { transaction_date: string }>(
  rows: readonly T[],
): { month: string; rows: T[] }[] {
  const months: { month: string; rows: T[] }[] = []
  for (const row of rows) {
    const month = formatDate(row.transaction_date).split('.').slice(0, 2).join('.')
    const last = months.at(-1)
    if (last?.month === month) last.rows.push(row)
    else months.push({ month, rows: [row] })
  }
  return months
}
