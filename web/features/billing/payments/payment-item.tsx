import type { LedgerHistoryEntry } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatWon, formatDate } from '#web/lib/format.ts'
import { paymentsMessages } from './messages.ko.ts'
import { receiptPath } from '#web/routing/paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'

/** One move of money or points. Pressing it shows what can be printed of the payment, where there is one. */
export function PaymentItem({ line }: { line: LedgerHistoryEntry }) {
  const { kind, title, order_id, payment_method } = line
  return (
    <article
      className={`group relative -mx-3 flex items-start gap-3 rounded-lg px-3 py-4 ${order_id ? 'transition-colors duration-(--duration-fast) hover:bg-surface' : ''}`}
    >
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-1.5">
          <Badge tone={kind === 'refund' ? 'good' : 'plain'}>{paymentsMessages.kind(kind)}</Badge>
          <Status line={line} />
        </p>
        <h3 className="mt-1.5 text-base font-semibold">
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
        <p className="mt-0.5 text-xs text-foreground-subtle tabular-nums md:text-sm">
          {formatDateTime(line.transaction_date)}
          {payment_method && ` · ${paymentsMessages.method(payment_method)}`}
        </p>
      </div>
      <Sums line={line} />
      <Icon
        name="right"
        className={`mt-9 size-4.5 text-foreground-subtle max-md:hidden ${order_id ? '' : 'invisible'}`}
      />
    </article>
  )
}

/** How the order stands by now, where it is not simply paid. */
function Status({ line: { kind, status } }: { line: LedgerHistoryEntry }) {
  if (!status || status === 'paid' || kind === 'refund') return null
  return <Badge tone="wash">{paymentsMessages.status(status)}</Badge>
}

function Sums({ line }: { line: LedgerHistoryEntry }) {
  const { amount, event_point, paid_point } = line
  const movesPoints = event_point !== 0 || paid_point !== 0
  return (
    <div className="shrink-0 text-right tabular-nums">
      {amount !== 0 && (
        <p className="text-base font-bold">
          {amount > 0 ? formatWon(amount) : paymentsMessages.won_back(-amount)}
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
      {movesPoints && (
        <p className="mt-0.5 text-xs text-foreground-subtle">
          {paymentsMessages.after(line.paid_balance + line.event_balance)}
        </p>
      )}
    </div>
  )
}

/** The shape of lines of money that are coming. */
export function PaymentListSkeleton() {
  return (
    <div aria-hidden="true" className="mt-5">
      <div className="shimmer h-5 w-24 rounded-sm" />
      {[0, 1, 2, 3, 4].map((at) => (
        <div
          key={at}
          className="flex items-start justify-between gap-4 border-b border-border py-5"
        >
          <div className="w-1/2">
            <div className="shimmer h-4 w-3/4 rounded-sm" />
            <div className="shimmer mt-3 h-3 w-2/5 rounded-sm" />
          </div>
          <div className="shimmer h-4 w-20 rounded-sm" />
        </div>
      ))}
    </div>
  )
}

/** Rows under their months in Seoul, as they come: `month` is `2026.11`. */
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
