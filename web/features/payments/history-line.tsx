import type { LedgerHistoryEntry } from '#contract/transactions/transactions.ts'
import { dateTime, won } from '#web/copy/format.ts'
import { paymentsCopy } from '#web/copy/payments.ts'
import { receiptPath } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'

/** One move of money or points. Pressing it shows what can be printed of the payment, where there is one. */
export function HistoryLine({ line }: { line: LedgerHistoryEntry }) {
  const { kind, title, order_id, payment_method } = line
  return (
    <article
      className={`group relative -mx-3 flex items-start gap-3 rounded-lg px-3 py-4 ${order_id ? 'transition-colors duration-(--quick) hover:bg-surface' : ''}`}
    >
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-1.5">
          <Badge tone={kind === 'refund' ? 'good' : 'plain'}>{paymentsCopy.kind(kind)}</Badge>
          <Status line={line} />
        </p>
        <h3 className="mt-1.5 text-base font-semibold">
          {order_id ? (
            <Link
              to={receiptPath(order_id)}
              className="stretched focus-visible:after:-outline-offset-2"
            >
              {title}
              <span className="sr-only">, {paymentsCopy.receipt}</span>
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mt-0.5 text-xs text-paper-3 tabular-nums md:text-sm">
          {dateTime(line.transaction_date)}
          {payment_method && ` · ${paymentsCopy.method(payment_method)}`}
        </p>
      </div>
      <Sums line={line} />
      <Icon
        name="right"
        className={`mt-9 size-4.5 text-paper-3 max-md:hidden ${order_id ? '' : 'invisible'}`}
      />
    </article>
  )
}

/** How the order stands by now, where it is not simply paid. */
function Status({ line: { kind, status } }: { line: LedgerHistoryEntry }) {
  if (!status || status === 'paid' || kind === 'refund') return null
  return <Badge tone="wash">{paymentsCopy.status(status)}</Badge>
}

function Sums({ line }: { line: LedgerHistoryEntry }) {
  const { amount, event_point, paid_point } = line
  const movesPoints = event_point !== 0 || paid_point !== 0
  return (
    <div className="shrink-0 text-right tabular-nums">
      {amount !== 0 && (
        <p className="text-base font-bold">
          {amount > 0 ? won(amount) : paymentsCopy.won_back(-amount)}
        </p>
      )}
      {paid_point !== 0 && (
        <p className={`font-bold ${amount === 0 ? 'text-base' : 'text-sm text-paper-2'}`}>
          {paymentsCopy.kind_points('paid', paid_point)}
        </p>
      )}
      {event_point !== 0 && (
        <p
          className={`font-bold ${amount === 0 && paid_point === 0 ? 'text-base' : 'text-sm text-paper-2'}`}
        >
          {paymentsCopy.kind_points('event', event_point)}
        </p>
      )}
      {movesPoints && (
        <p className="mt-0.5 text-xs text-paper-3">
          {paymentsCopy.after(line.paid_balance + line.event_balance)}
        </p>
      )}
    </div>
  )
}
