import { paymentsMessages, receiptMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { receiptPath, paymentsPath } from '#web/routing/account-paths.ts'
import { episodePath } from '#web/routing/paths.ts'
import type { Route } from './+types/receipt.route.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { formatCardNumber, formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { particularsOf } from '#web/lib/particulars.ko.ts'
import { useService } from '#web/lib/service.ts'
import { isOrderPending, orderQuery } from '#web/features/billing/queries.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import { Logo } from '#web/ui/base/logo.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: receiptMessages.title,
    description: paymentsMessages.description,
    path: receiptPath(params.orderId),
    noindex: true,
  })
}

export const handle: MypagePageHandle = { title: receiptMessages.title, Skeleton: ReceiptSkeleton }

/** A printable receipt, or the status of an unpaid order. */
export default function ReceiptPage({ params }: Route.ComponentProps) {
  const order = useQuery(orderQuery(params.orderId))
  if (isApiError(order.error, 'not_found') || isApiError(order.error, 'invalid_request'))
    return (
      <EmptyState
        icon="document"
        title={receiptMessages.not_found}
        actions={<ButtonLink to={paymentsPath}>{receiptMessages.back}</ButtonLink>}
      >
        {receiptMessages.not_found_detail}
      </EmptyState>
    )
  if (!order.data) return <QueryPlaceholder query={order} skeleton={<ReceiptSkeleton />} />
  return <Receipt order={order.data} />
}

const isPrintable = ({ status }: Order) =>
  status === 'paid' || status === 'partially_cancelled' || status === 'cancelled'

function Receipt({ order }: { order: Order }) {
  const service = useService()
  const { episode, receipt, amount, cancelled_amount, payment_method } = order
  const formatAmount = (value: number) =>
    payment_method === 'card' ? formatWon(value) : formatPoints(value)
  return (
    <div className="max-w-xl">
      <article className="panel p-6 md:p-8 print:rounded-none print:p-0 print:inset-ring-0">
        <div className="flex items-center justify-between gap-4">
          <span className="text-foreground">
            <Logo />
          </span>
          <span className="text-sm text-foreground-subtle">
            {paymentsMessages.status(order.status)}
          </span>
        </div>
        <p className="mt-6 text-lg font-bold">{order.title}</p>
        {episode && <p className="text-sm text-foreground-subtle">{episodeFullTitle(episode)}</p>}
        {isOrderPending(order) && (
          <p className="mt-3 flex items-start gap-2 rounded-card bg-accent-subtle px-4 py-3 text-sm text-foreground">
            <Spinner className="mt-1 size-4 shrink-0 text-accent-bright" />
            {receiptMessages.pending}
          </p>
        )}
        {order.failure && (
          <p className="mt-3 text-sm text-foreground-muted">{order.failure.detail}</p>
        )}
        <dl className="mt-5 space-y-2 border-t border-border pt-5 text-sm">
          <ReceiptLine name={receipt ? receiptMessages.paid_at : receiptMessages.ordered_at}>
            {formatDateTime(receipt?.paid_at ?? order.created_at)}
          </ReceiptLine>
          <ReceiptLine name={receiptMessages.method}>
            {paymentsMessages.method(payment_method)}{' '}
            {receipt?.card && formatCardNumber(receipt.card)}
          </ReceiptLine>
          {receipt?.approval_number && (
            <ReceiptLine name={receiptMessages.approval}>{receipt.approval_number}</ReceiptLine>
          )}
          <ReceiptLine name={receiptMessages.order}>
            <span className="font-mono text-xs break-all">{order.order_id}</span>
          </ReceiptLine>
          {order.points && (
            <ReceiptLine name={receiptMessages.points}>
              {formatPoints(order.points.amount)}
              {order.points.bonus > 0 && receiptMessages.bonus(order.points.bonus)}
            </ReceiptLine>
          )}
        </dl>
        <dl className="mt-5 space-y-2 border-t border-border pt-5 text-sm">
          {receipt && (
            <>
              <ReceiptLine name={receiptMessages.supply}>
                {formatWon(receipt.supply_price)}
              </ReceiptLine>
              <ReceiptLine name={receiptMessages.vat}>{formatWon(receipt.vat)}</ReceiptLine>
            </>
          )}
          <ReceiptLine name={receiptMessages.total} strong>
            {formatAmount(amount)}
          </ReceiptLine>
          {cancelled_amount > 0 && (
            <>
              <ReceiptLine name={receiptMessages.cancelled}>
                −{formatAmount(cancelled_amount)}
              </ReceiptLine>
              <ReceiptLine name={receiptMessages.amount_after_refund} strong>
                {formatAmount(amount - cancelled_amount)}
              </ReceiptLine>
            </>
          )}
        </dl>
        {payment_method === 'point' && (
          <p className="mt-5 text-sm text-foreground-subtle">{receiptMessages.paid_by_points}</p>
        )}
        <dl className="mt-5 space-y-1 border-t border-border pt-5 text-xs text-foreground-subtle">
          {particularsOf(service, ['hosting_provider', 'privacy_officer']).map(([name, value]) => (
            <div key={name} className="flex gap-3">
              <dt className="w-24 shrink-0">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </article>
      <div className="mt-5 flex flex-wrap gap-2 *:grow sm:*:grow-0 print:hidden">
        {isPrintable(order) && (
          <Button variant="primary" icon="document" onClick={() => window.print()}>
            {receiptMessages.print}
          </Button>
        )}
        {episode && <ButtonLink to={episodePath(episode)}>{receiptMessages.watch}</ButtonLink>}
        <ButtonLink to={paymentsPath} variant="ghost">
          {receiptMessages.back}
        </ButtonLink>
      </div>
    </div>
  )
}

function ReceiptLine({
  name,
  strong = false,
  children,
}: {
  name: string
  strong?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className={strong ? 'font-semibold' : 'shrink-0 text-foreground-subtle'}>{name}</dt>
      <dd className={`text-right tabular-nums ${strong ? 'text-lg font-extrabold' : ''}`}>
        {children}
      </dd>
    </div>
  )
}

function ReceiptSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-xl">
      <div className="shimmer h-125 rounded-sheet" />
      <div className="mt-5 flex gap-2">
        <div className="shimmer h-11 w-32 rounded-control" />
        <div className="shimmer h-11 w-28 rounded-control" />
      </div>
    </div>
  )
}
