import type { Order } from '#contract/transactions/transactions.ts'
import { outcomeCopy } from './messages.ko.ts'
import { cardNumber, points, won } from '#web/lib/format.ts'
import { isUnsettled, moneyChanged, orderQuery } from '#web/features/billing/queries.ts'
import { paying } from '#web/features/billing/payment-window.ts'
import { isRefused, wordsOf } from '#web/api/error-message.ts'
import { homePath, paymentsPath, pointsPath, receiptPath, videoPath } from '#web/routing/paths.ts'
import { Fact, Facts } from '#web/ui/layout/description-list.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Outcome, OutcomeFrame, OutcomeWays } from '#web/ui/layout/result-page.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { abandonQuery, confirmQuery, type Returned } from './payment-return.ts'

const toPayments = { to: paymentsPath, words: outcomeCopy.payments }

/**
 * What a window came back with: confirmed once, and readable ever after, in another tab and after a reload too. Who has
 * just paid goes on where he was; who looks again reads how it went.
 */
export function SuccessPage({ returned }: { returned: Returned | null }) {
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

  if (returned === null || isRefused(order.error, 'not_found')) return <Missing />
  if (confirmation.error && isNew) {
    if (isRefused(confirmation.error, 'payment_mismatch'))
      return (
        <Outcome
          icon="warning"
          title={outcomeCopy.mismatch}
          detail={wordsOf(confirmation.error)}
          actions={<Ways order={order.data} />}
        />
      )
    // What was declined is read again with its reason: until then it is on its way.
    if (!isRefused(confirmation.error, 'payment_declined'))
      return <Unreached busy={confirmation.isFetching} retry={() => void confirmation.refetch()} />
  }
  if (!told && order.isError)
    return <Unreached busy={order.isFetching} retry={() => void order.refetch()} />
  return told && !isNew ? <How order={told} /> : <Confirming />
}

/** The window was closed or refused: the order ends, nothing was taken, and one can begin again. */
export function FailPage({ returned }: { returned: { order_id: string; code: string } | null }) {
  const order = useQuery({
    ...abandonQuery(returned ?? { order_id: '', code: '' }),
    enabled: returned !== null,
  })
  if (returned === null || isRefused(order.error, 'not_found')) return <Missing />
  if (!order.data && order.isError)
    return <Unreached busy={order.isFetching} retry={() => void order.refetch()} />
  return order.data ? <How order={order.data} /> : <Confirming />
}

/** How an order stands, in words, and what one can do next. */
function How({ order }: { order: Order }) {
  const actions = <Ways order={order} />
  if (isUnsettled(order))
    return (
      <Outcome title={outcomeCopy.unsure} detail={outcomeCopy.unsure_detail} actions={actions}>
        <Slip order={order} />
      </Outcome>
    )
  switch (order.status) {
    case 'created':
      return (
        <Outcome
          icon="clock"
          title={outcomeCopy.waiting}
          detail={outcomeCopy.waiting_detail}
          actions={actions}
        />
      )
    case 'failed':
      return (
        <Outcome
          icon={wasClosed(order) || isOver(order) ? 'info' : 'warning'}
          title={
            wasClosed(order)
              ? outcomeCopy.closed
              : isOver(order)
                ? outcomeCopy.over
                : outcomeCopy.declined
          }
          detail={order.failure?.detail}
          actions={actions}
        >
          <Slip order={order} />
        </Outcome>
      )
    case 'cancelled':
      return (
        <Outcome
          icon="retry"
          title={outcomeCopy.refunded}
          detail={outcomeCopy.refunded_detail}
          actions={actions}
        >
          <Slip order={order} />
        </Outcome>
      )
    default:
      return (
        <Outcome icon="check" title={paidWords(order)} actions={actions}>
          <Slip order={order} />
        </Outcome>
      )
  }
}

const wasClosed = ({ failure }: Order) =>
  failure?.code === 'PAY_PROCESS_CANCELED' || failure?.code === 'USER_CANCEL'

/** Ended by what was bought elsewhere or is not sold any more: nothing is to be paid again. */
const isOver = ({ failure }: Order) =>
  ['ORDER_REPLACED', 'ALREADY_OWNED', 'NOT_FOR_SALE'].includes(failure?.code ?? '')

function paidWords({ kind, ownership_type_id, points: bought }: Order): string {
  if (kind === 'episode' && ownership_type_id) return outcomeCopy.paid_episode[ownership_type_id]
  return bought ? outcomeCopy.paid_points(bought.amount) : outcomeCopy.paid
}

/** Where an order leads: this tab knows where it came from, any other what it was of. */
function backOf(order: Order): string {
  const mine = paying()
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
    void moneyChanged()
    void navigate(backOf(order), { replace: true })
  }, [order, navigate])
}

function Ways({ order }: { order: Order | undefined }) {
  if (!order) return <OutcomeWays ways={[toPayments]} />
  const back = backOf(order)
  const { status, kind, receipt } = order
  const isPaid = status === 'paid' || status === 'partially_cancelled'
  const word = isPaid
    ? kind === 'episode'
      ? outcomeCopy.watch
      : back === pointsPath
        ? outcomeCopy.points_page
        : outcomeCopy.go_on
    : (status === 'failed' && !isOver(order)) || status === 'created'
      ? outcomeCopy.again
      : outcomeCopy.back
  const first = { to: back, words: word }
  return (
    <OutcomeWays
      ways={[
        isPaid && kind === 'episode' ? { ...first, icon: 'play' } : first,
        receipt ? { to: receiptPath(order.order_id), words: outcomeCopy.receipt } : toPayments,
      ]}
    />
  )
}

/** What was ordered, as a receipt begins. */
function Slip({ order }: { order: Order }) {
  const { title, amount, payment_method, receipt, points: bought } = order
  return (
    <Facts className="bg-surface p-5 inset-ring inset-ring-line">
      <Fact name={outcomeCopy.item}>{title}</Fact>
      <Fact name={outcomeCopy.amount}>
        {payment_method === 'card' ? won(amount) : points(amount)}
      </Fact>
      {receipt?.card && <Fact name={outcomeCopy.card}>{cardNumber(receipt.card)}</Fact>}
      {bought && order.status === 'paid' && (
        <Fact name={outcomeCopy.points}>{outcomeCopy.points_of(bought.amount, bought.bonus)}</Fact>
      )}
    </Facts>
  )
}

export function Confirming() {
  return <Outcome title={outcomeCopy.confirming} detail={outcomeCopy.confirming_detail} />
}

function Missing() {
  return (
    <Outcome
      icon="paper"
      title={outcomeCopy.missing}
      detail={outcomeCopy.missing_detail}
      actions={<OutcomeWays ways={[toPayments, { to: homePath, words: outcomeCopy.home }]} />}
    />
  )
}

const Unreached = ({ busy, retry }: { busy: boolean; retry: () => void }) => (
  <OutcomeFrame>
    <ErrorState
      title={outcomeCopy.unreached}
      detail={outcomeCopy.unreached_detail}
      busy={busy}
      onRetry={retry}
    />
  </OutcomeFrame>
)
