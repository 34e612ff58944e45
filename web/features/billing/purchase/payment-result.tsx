import type { Order } from '#contract/transactions/transactions.ts'
import { paymentResultMessages } from './messages.ko.ts'
import { formatCardNumber, formatPoints, formatWon } from '#web/lib/format.ts'
import { isOrderPending, billingKeys, orderQuery } from '#web/features/billing/queries.ts'
import { readPaymentReturn } from '#web/features/billing/payment-window.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { homePath, paymentsPath, pointsPath, receiptPath, videoPath } from '#web/routing/paths.ts'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ResultPage, ResultPageLayout, ResultActions } from '#web/ui/layout/result-page.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { abandonQuery, confirmQuery, type PaymentReturnParams } from './payment-return.ts'

const toPayments = { to: paymentsPath, words: paymentResultMessages.payments }

/**
 * What a window came back with: confirmed once, and readable ever after, in another tab and after a reload too. Who has
 * just paid goes on where he was; who looks again reads how it went.
 */
export function PaymentSuccess({ returned }: { returned: PaymentReturnParams | null }) {
  const order_id = returned?.order_id ?? null
  const order = useQuery({ ...orderQuery(order_id ?? ''), enabled: order_id !== null })
  const isNew = order.data?.status === 'created'
  const confirmation = useQuery({
    ...confirmQuery(returned ?? { order_id: '', payment_key: '', amount: 0 }),
    enabled: returned !== null && isNew,
  })
  const was_new = confirmation.isFetched && confirmation.data !== undefined
  const told = confirmation.data?.status === 'paid' ? confirmation.data : order.data
  useGoOn(was_new && told?.status === 'paid' ? told : null)

  if (returned === null || isApiError(order.error, 'not_found')) return <Missing />
  if (confirmation.error && isNew) {
    if (isApiError(confirmation.error, 'payment_mismatch'))
      return (
        <ResultPage
          icon="warning"
          title={paymentResultMessages.mismatch}
          detail={errorMessage(confirmation.error)}
          actions={<Ways order={order.data} />}
        />
      )
    // What was declined is read again with its reason: until then it is on its way.
    if (!isApiError(confirmation.error, 'payment_declined'))
      return (
        <ResultUnavailable
          busy={confirmation.isFetching}
          retry={() => void confirmation.refetch()}
        />
      )
  }
  if (!told && order.isError)
    return <ResultUnavailable busy={order.isFetching} retry={() => void order.refetch()} />
  return told && !isNew ? <OrderResult order={told} /> : <Confirming />
}

/** The window was closed or refused: the order ends, nothing was taken, and one can begin again. */
export function PaymentFailure({
  returned,
}: {
  returned: { order_id: string; code: string } | null
}) {
  const order = useQuery({
    ...abandonQuery(returned ?? { order_id: '', code: '' }),
    enabled: returned !== null,
  })
  if (returned === null || isApiError(order.error, 'not_found')) return <Missing />
  if (!order.data && order.isError)
    return <ResultUnavailable busy={order.isFetching} retry={() => void order.refetch()} />
  return order.data ? <OrderResult order={order.data} /> : <Confirming />
}

/** How an order stands, in words, and what one can do next. */
function OrderResult({ order }: { order: Order }) {
  const actions = <Ways order={order} />
  if (isOrderPending(order))
    return (
      <ResultPage
        title={paymentResultMessages.unsure}
        detail={paymentResultMessages.unsure_detail}
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
          title={paymentResultMessages.waiting}
          detail={paymentResultMessages.waiting_detail}
          actions={actions}
        />
      )
    case 'failed':
      return (
        <ResultPage
          icon={wasClosed(order) || isOver(order) ? 'info' : 'warning'}
          title={
            wasClosed(order)
              ? paymentResultMessages.closed
              : isOver(order)
                ? paymentResultMessages.over
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
        <ResultPage icon="check" title={paidWords(order)} actions={actions}>
          <OrderSummary order={order} />
        </ResultPage>
      )
  }
}

const wasClosed = ({ failure }: Order) =>
  failure?.code === 'PAY_PROCESS_CANCELED' || failure?.code === 'USER_CANCEL'

/** Ended by what was bought elsewhere or is not sold any more: nothing is to be paid again. */
const isOver = ({ failure }: Order) =>
  ['ORDER_REPLACED', 'ALREADY_OWNED', 'NOT_FOR_SALE'].includes(failure?.code ?? '')

function paidWords({ kind, ownership_type_id, points: bought }: Order): string {
  if (kind === 'episode' && ownership_type_id)
    return paymentResultMessages.paid_episode[ownership_type_id]
  return bought ? paymentResultMessages.paid_points(bought.amount) : paymentResultMessages.paid
}

/** Where an order leads: this tab knows where it came from, any other what it was of. */
function backOf(order: Order): string {
  const mine = readPaymentReturn()
  if (mine?.order_id === order.order_id) return mine.back
  if (order.episode) return videoPath(order.episode.id)
  return order.kind === 'points' ? pointsPath : paymentsPath
}

/** Who has just paid is led on at once (D-52), with a word that it worked. */
function useGoOn(order: Order | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!order) return
    toasts.show(paidWords(order), 'good')
    void billingKeys()
    void navigate(backOf(order), { replace: true })
  }, [order, navigate])
}

function Ways({ order }: { order: Order | undefined }) {
  if (!order) return <ResultActions ways={[toPayments]} />
  const back = backOf(order)
  const { status, kind, receipt } = order
  const isPaid = status === 'paid' || status === 'partially_cancelled'
  const word = isPaid
    ? kind === 'episode'
      ? paymentResultMessages.watch
      : back === pointsPath
        ? paymentResultMessages.points_page
        : paymentResultMessages.go_on
    : (status === 'failed' && !isOver(order)) || status === 'created'
      ? paymentResultMessages.again
      : paymentResultMessages.back
  const first = { to: back, words: word }
  return (
    <ResultActions
      ways={[
        isPaid && kind === 'episode' ? { ...first, icon: 'play' } : first,
        receipt
          ? { to: receiptPath(order.order_id), words: paymentResultMessages.receipt }
          : toPayments,
      ]}
    />
  )
}

/** What was ordered, as a receipt begins. */
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

function Missing() {
  return (
    <ResultPage
      icon="paper"
      title={paymentResultMessages.missing}
      detail={paymentResultMessages.missing_detail}
      actions={
        <ResultActions ways={[toPayments, { to: homePath, words: paymentResultMessages.home }]} />
      }
    />
  )
}

const ResultUnavailable = ({ busy, retry }: { busy: boolean; retry: () => void }) => (
  <ResultPageLayout>
    <ErrorState
      title={paymentResultMessages.unreached}
      detail={paymentResultMessages.unreached_detail}
      busy={busy}
      onRetry={retry}
    />
  </ResultPageLayout>
)
