import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { formatWon } from '#web/lib/format.ts'
import { paymentCardMessages as words } from '#web/features/billing/plans/messages.ko.ts'
import { cardLabel, subscriptionMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { homePath, mypagePath, paymentCardPath, plansPath } from '#web/routing/paths.ts'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ResultPage, ResultActions } from '#web/ui/layout/result-page.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { registerQuery, type CardReturnParams } from './payment-card-queries.ts'
import { readPlanRedirect, savePlanRedirect } from '#web/features/billing/plans/use-plan-change.ts'

const toPlans = { to: plansPath, words: words.plans }
const toCard = { to: paymentCardPath, words: words.card_page }
const toRegister = { to: paymentCardPath, words: words.again }
const toMine = { to: mypagePath, words: words.mine }

/** What the card's window came back with: taken once, and readable ever after, after a reload and in another tab too. */
export function CardRegistered({ returned }: { returned: CardReturnParams | null }) {
  const registration = useQuery({
    ...registerQuery(returned ?? { auth_key: '', customer_key: '' }),
    enabled: returned !== null,
  })
  const { mine, charged } = useSubscription(registration.isFetched)
  const now = mine.data
  const plan_id = returned?.subscription_plan_id
  const subscription = isActiveSubscription(now?.subscription) ? now.subscription : null
  const joined = plan_id !== undefined && subscription !== null && hasPlan(subscription, plan_id)
  const order = registration.data?.order ?? charged
  const isNew = joined && order?.status === 'paid'
  useGoOn(isNew ? words.started(subscription.plan.name) : null)

  if (returned === null) return <Missing />
  if (registration.isPending && !registration.isError) return <CardConfirming />
  if (registration.error) {
    const refused = registration.error instanceof ApiError ? registration.error : null
    const code = refused?.problem.code
    if (!refused || code === 'service_unavailable')
      return (
        <ErrorState
          title={words.unreached}
          detail={words.unreached_detail}
          busy={registration.isFetching}
          onRetry={() => void registration.refetch()}
        />
      )
    if (code !== 'order_in_progress' && !(code === 'same_plan' && joined))
      return <Refused refused={refused} joining={plan_id !== undefined} />
  }
  if (!now) {
    if (!mine.isError) return <CardConfirming />
    return <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
  }
  if (now.pending_order_id)
    return (
      <ResultPage
        title={words.unsure}
        detail={words.unsure_detail}
        actions={<ResultActions ways={[toMine]} />}
      />
    )
  if (plan_id === undefined) return <Registered mine={now} order={order} />
  if (!joined)
    return order?.failure ? (
      <Declined detail={order.failure.detail} joining />
    ) : (
      <ResultPage
        icon="warning"
        title={words.not_started}
        detail={words.not_started_detail}
        actions={<ResultActions ways={[toPlans, toCard]} />}
      />
    )
  return (
    <ResultPage
      icon="check"
      title={(isNew ? words.started : words.running)(subscription.plan.name)}
      detail={words.started_detail}
      actions={<ResultActions ways={[{ to: homePath, words: words.find }, toMine]} />}
    >
      <Slip mine={now} order={order} />
    </ResultPage>
  )
}

const hasPlan = (
  { plan, next_plan }: NonNullable<MemberSubscription['subscription']>,
  plan_id: number,
) => plan.id === plan_id || next_plan?.id === plan_id

/** Who came from a film goes on to it at once, with a word that it worked. */
function useGoOn(told: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    const back = told && readPlanRedirect()
    if (!back) return
    savePlanRedirect(null)
    toasts.show(told, 'good')
    void navigate(back, { replace: true })
  }, [told, navigate])
}

/** A card without a plan: what it is charged with next, or that what is owed was not paid with it either. */
function Registered({ mine, order }: { mine: MemberSubscription; order: Order | null }) {
  const { subscription } = mine
  if (!mine.card) return <Missing />
  const failed = subscription?.failed
  // Who came to join with another card has still to join.
  const onward = isActiveSubscription(subscription) ? [toMine] : [toPlans, toMine]
  return (
    <ResultPage
      icon={failed ? 'warning' : 'check'}
      title={failed ? words.still_owed : words.changed}
      detail={
        failed?.detail ?? (subscription?.next_charge ? words.changed_detail : words.kept_detail)
      }
      actions={<ResultActions ways={failed ? [toMine, toRegister] : onward} />}
    >
      <Slip mine={mine} order={order} />
    </ResultPage>
  )
}

function Slip({ mine, order }: { mine: MemberSubscription; order: Order | null }) {
  const { subscription, card } = mine
  const next = subscription?.next_charge
  return (
    <DescriptionList className="bg-surface p-5 inset-ring inset-ring-border">
      {isActiveSubscription(subscription) && (
        <DescriptionItem name={words.plan}>{subscription.plan.name}</DescriptionItem>
      )}
      {order?.status === 'paid' && (
        <DescriptionItem name={words.paid}>{formatWon(order.amount)}</DescriptionItem>
      )}
      {next && (
        <DescriptionItem name={words.next_charge}>
          {subscriptionMessages.next_words(next.at, next.amount)}
        </DescriptionItem>
      )}
      {card && <DescriptionItem name={words.card}>{cardLabel(card)}</DescriptionItem>}
    </DescriptionList>
  )
}

/** Refused for good: why, and what to do. */
function Refused({ refused, joining }: { refused: ApiError; joining: boolean }) {
  const { decline, errors, amount } = refused.problem
  if (amount !== undefined)
    return (
      <ResultPage
        icon="warning"
        title={words.not_started}
        detail={words.amount_changed(amount)}
        actions={<ResultActions ways={[toPlans]} />}
      />
    )
  const isLate = errors.some((fault) => fault.code === 'consent_required')
  const detail = decline?.detail ?? (isLate ? words.late : errorMessage(refused))
  return <Declined detail={detail} joining={joining} />
}

const Declined = ({ detail, joining }: { detail: string; joining: boolean }) => (
  <ResultPage
    icon="warning"
    title={joining ? words.not_joined : words.not_registered}
    detail={detail}
    actions={<Again joining={joining} />}
  />
)

const Again = ({ joining }: { joining: boolean }) => (
  <ResultActions ways={joining ? [toPlans, toRegister] : [toRegister, toPlans]} />
)

/** The window was closed, or did not take the card: nothing was registered and nothing paid. */
export function CardRegistrationFailed({ code, plan }: { code: string; plan: number | undefined }) {
  const wasClosed = code === 'PAY_PROCESS_CANCELED' || code === 'USER_CANCEL' || code === ''
  return (
    <ResultPage
      icon={wasClosed ? 'info' : 'warning'}
      title={wasClosed ? words.closed : words.not_registered}
      detail={wasClosed ? words.closed_detail : words.not_registered_detail}
      actions={<Again joining={plan !== undefined} />}
    />
  )
}

export function CardConfirming() {
  return <ResultPage title={words.confirming} detail={words.confirming_detail} />
}

function Missing() {
  return (
    <ResultPage
      icon="paper"
      title={words.missing}
      detail={words.missing_detail}
      actions={<ResultActions ways={[toCard, toPlans]} />}
    />
  )
}
