import type { Order } from '#contract/transactions/transactions.ts'
import { paymentResultMessages } from './messages.ko.ts'
import { formatCardNumber, formatPoints, formatWon } from '#web/lib/format.ts'
import { isOrderPending, invalidateBilling, orderQuery } from '#web/features/billing/queries.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import { readPaymentReturn } from '#web/features/billing/payment-window.ts'
import { isApiError, ApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { paymentsPath, pointsPath, purchasePath, receiptPath } from '#web/routing/account-paths.ts'
import { homePath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ResultPage, ResultPageLayout, ResultActions } from '#web/ui/layout/result-page.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Query parameters of the payment window's success URL. */
type PaymentReturnParams = { order_id: string; payment_key: string; amount: number }

const orderIdPattern = /^[A-Za-z0-9_-]{6,64}$/

/** Returns null if the query is not one of the payment window. */
export function parseSuccessReturn(query: URLSearchParams): PaymentReturnParams | null {
  const order_id = query.get('orderId') ?? ''
  const payment_key = query.get('paymentKey') ?? ''
  const amount = Number(query.get('amount'))
  const isValid =
    orderIdPattern.test(order_id) &&
    payment_key.length > 0 &&
    payment_key.length <= 200 &&
    Number.isInteger(amount) &&
    amount > 0
  return isValid ? { order_id, payment_key, amount } : null
}

/** A closed window names no order: falls back to the last order of this tab. */
export function parseFailureReturn(
  query: URLSearchParams,
): { order_id: string; code: string } | null {
  const orderId = query.get('orderId')
  const order_id = orderId && orderIdPattern.test(orderId) ? orderId : readPaymentReturn()?.order_id
  const queryCode = query.get('code') ?? ''
  const code = /^[A-Z_]{1,100}$/.test(queryCode) ? queryCode : 'PAY_PROCESS_CANCELED'
  return order_id ? { order_id, code } : null
}

/** Confirms a payment. The order query shows the result. */
const useConfirmPayment = () =>
  useApiMutation(transactions.confirmPayment, {
    errors: 'inline',
    onSuccess: (order, _, client) =>
      client.setQueryData(orderQuery(order.order_id).queryKey, order),
    onError: (error, { body }, client) =>
      error instanceof ApiError && client.invalidateQueries(orderQuery(String(body.order_id))),
  })

const toPayments = {
  to: paymentsPath,
  label: paymentResultMessages.payments,
  isPlainLink: true,
}

/**
 * Confirms a payment once and shows its result, also after a reload and in other tabs. A new top-up returns to where the member
 * came from. A film is not started: that would use the purchase (decisions/0028-free-preview).
 */
export function PaymentSuccess({ returned }: { returned: PaymentReturnParams | null }) {
  const orderId = returned?.order_id ?? null
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null })
  const isNew = order.data?.status === 'created'
  const confirmation = useConfirmPayment()
  const confirm = () => returned && confirmation.submit({ body: returned })
  const confirmOnce = useEffectEvent(() => !confirmation.input && confirm())
  useEffect(() => {
    if (isNew) confirmOnce()
  }, [isNew])
  useReturnAfterPayment(confirmation.response && order.data?.status === 'paid' ? order.data : null)

  if (returned === null || isApiError(order.error, 'not_found')) return <NotFound />
  if (confirmation.error && isNew) {
    if (isApiError(confirmation.error, 'payment_mismatch'))
      return (
        <ResultPage
          icon="warning"
          title={paymentResultMessages.mismatch}
          detail={errorMessage(confirmation.error)}
          actions={<OrderActions order={order.data} />}
        />
      )
    // A declined order is refetched with its reason; until then show the pending state.
    if (!isApiError(confirmation.error, 'payment_declined'))
      return <ResultUnavailable busy={false} onRetry={confirm} />
  }
  if (order.isError && (!order.data || isNew))
    return <ResultUnavailable busy={order.isFetching} onRetry={() => void order.refetch()} />
  return order.data && !isNew && !confirmation.isPending ? (
    <OrderResult order={order.data} />
  ) : (
    <Confirming />
  )
}

/** Abandons the order of a closed or failed window. Nothing was charged. */
export function PaymentFailure({
  returned,
}: {
  returned: { order_id: string; code: string } | null
}) {
  const abandonment = useApiMutation(transactions.abandonOrder, { errors: 'inline' })
  const abandon = () =>
    returned &&
    abandonment.submit({ params: { order_id: returned.order_id }, body: { code: returned.code } })
  const abandonOnce = useEffectEvent(abandon)
  useEffect(() => void abandonOnce(), [])
  if (returned === null || isApiError(abandonment.error, 'not_found')) return <NotFound />
  if (abandonment.error) return <ResultUnavailable busy={false} onRetry={abandon} />
  return abandonment.response ? <OrderResult order={abandonment.response} /> : <Confirming />
}

/** The state of an order and the next actions. */
function OrderResult({ order }: { order: Order }) {
  const actions = <OrderActions order={order} />
  if (isOrderPending(order))
    return (
      <ResultPage
        title={paymentResultMessages.pending}
        detail={paymentResultMessages.pending_detail}
        actions={actions}
      >
        <OrderSummary order={order} />
      </ResultPage>
    )
  switch (order.status) {
    case 'created':
      return (
        <ResultPage
          icon="clock"
          title={paymentResultMessages.not_paid}
          detail={paymentResultMessages.not_paid_detail}
          actions={actions}
        />
      )
    case 'failed':
      return (
        <ResultPage
          icon={wasClosed(order) || isObsolete(order) ? 'info' : 'warning'}
          title={
            wasClosed(order)
              ? paymentResultMessages.closed
              : isObsolete(order)
                ? paymentResultMessages.ended
                : paymentResultMessages.declined
          }
          detail={order.failure?.detail}
          actions={actions}
        >
          <OrderSummary order={order} />
        </ResultPage>
      )
    case 'cancelled':
      return (
        <ResultPage
          icon="retry"
          title={paymentResultMessages.refunded}
          detail={paymentResultMessages.refunded_detail}
          actions={actions}
        >
          <OrderSummary order={order} />
        </ResultPage>
      )
    default:
      return (
        <ResultPage
          icon="check"
          title={paidMessage(order)}
          detail={
            order.kind === 'episode' &&
            order.ownership_type_id &&
            paymentResultMessages.paid_episode_detail[order.ownership_type_id]()
          }
          actions={actions}
        >
          <OrderSummary order={order} />
        </ResultPage>
      )
  }
}

const wasClosed = ({ failure }: Order) =>
  failure?.code === 'PAY_PROCESS_CANCELED' || failure?.code === 'USER_CANCEL'

/** The order was superseded or is no longer for sale, so paying again is pointless. */
const isObsolete = ({ failure }: Order) =>
  ['ORDER_REPLACED', 'ALREADY_OWNED', 'VIDEO_NOT_READY'].includes(failure?.code ?? '')

function paidMessage({ kind, ownership_type_id, points: bought }: Order): string {
  if (kind === 'episode' && ownership_type_id)
    return paymentResultMessages.paid_episode[ownership_type_id]
  return bought ? paymentResultMessages.paid_points(bought.amount) : paymentResultMessages.paid
}

/** The saved path in the tab of the payment, otherwise derived from the order. */
function returnPathOf(order: Order): string {
  const saved = readPaymentReturn()
  if (saved?.order_id === order.order_id) return saved.back
  if (order.episode) return videoPath(order.episode.id)
  return order.kind === 'points' ? pointsPath : paymentsPath
}

/** Returns to the saved path right after a payment, but not to a film. */
function useReturnAfterPayment(order: Order | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!order) return
    if (order.kind === 'episode') return void invalidateBilling()
    toasts.show(paidMessage(order), 'success')
    void invalidateBilling()
    void navigate(returnPathOf(order), { replace: true })
  }, [order, navigate])
}

function OrderActions({ order }: { order: Order | undefined }) {
  if (!order) return <ResultActions actions={[toPayments]} />
  const returnPath = returnPathOf(order)
  const { status, receipt, episode, ownership_type_id } = order
  const isPaid = status === 'paid' || status === 'partially_cancelled'
  const last = receipt
    ? { ...toPayments, to: receiptPath(order.order_id), label: paymentResultMessages.receipt }
    : toPayments
  if (isPaid && episode)
    return (
      <ResultActions
        actions={[
          { to: videoPath(episode.id), label: paymentResultMessages.watch_now, icon: 'play' },
          { to: seriesPath(episode.series.id), label: paymentResultMessages.watch_later },
          last,
        ]}
      />
    )
  const isPayable = (status === 'failed' && !isObsolete(order)) || status === 'created'
  if (isPayable && episode && ownership_type_id)
    return (
      <ResultActions
        actions={[
          {
            to: purchasePath(episode.id, ownership_type_id, 'card'),
            label: paymentResultMessages.pay_again,
          },
          {
            to: purchasePath(episode.id, ownership_type_id, 'point'),
            label: paymentResultMessages.pay_otherwise,
          },
          last,
        ]}
      />
    )
  const label = isPaid
    ? returnPath === pointsPath
      ? paymentResultMessages.points_page
      : paymentResultMessages.continue
    : isPayable
      ? paymentResultMessages.pay_again
      : paymentResultMessages.back
  return <ResultActions actions={[{ to: returnPath, label }, last]} />
}

function OrderSummary({ order }: { order: Order }) {
  const { title, amount, payment_method, receipt, points: bought } = order
  return (
    <DescriptionList className="bg-surface p-5 inset-ring inset-ring-border">
      <DescriptionItem name={paymentResultMessages.item}>{title}</DescriptionItem>
      <DescriptionItem name={paymentResultMessages.amount}>
        {payment_method === 'card' ? formatWon(amount) : formatPoints(amount)}
      </DescriptionItem>
      {receipt?.card && (
        <DescriptionItem name={paymentResultMessages.card}>
          {formatCardNumber(receipt.card)}
        </DescriptionItem>
      )}
      {bought && order.status === 'paid' && (
        <DescriptionItem name={paymentResultMessages.points}>
          {paymentResultMessages.points_of(bought.amount, bought.bonus)}
        </DescriptionItem>
      )}
    </DescriptionList>
  )
}

export function Confirming() {
  return (
    <ResultPage
      title={paymentResultMessages.confirming}
      detail={paymentResultMessages.confirming_detail}
    />
  )
}

function NotFound() {
  return (
    <ResultPage
      icon="document"
      title={paymentResultMessages.not_found}
      detail={paymentResultMessages.not_found_detail}
      actions={
        <ResultActions
          actions={[toPayments, { to: homePath, label: paymentResultMessages.home }]}
        />
      }
    />
  )
}

const ResultUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <ResultPageLayout>
    <ErrorState
      title={paymentResultMessages.unavailable}
      detail={paymentResultMessages.unavailable_detail}
      isRetrying={busy}
      onRetry={onRetry}
    />
  </ResultPageLayout>
)
