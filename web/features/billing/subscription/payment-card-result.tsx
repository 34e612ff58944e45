import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { won } from '#web/lib/format.ts'
import { cardCopy as words } from '#web/features/billing/plans/messages.ko.ts'
import { cardWords, subscriptionCopy } from './messages.ko.ts'
import { CallRefused } from '#web/api/client.ts'
import { wordsOf } from '#web/api/error-message.ts'
import { isRunning, useSubscription } from './use-subscription.ts'
import { homePath, mypagePath, planCardPath, plansPath } from '#web/routing/paths.ts'
import { Fact, Facts } from '#web/ui/layout/description-list.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Outcome, OutcomeWays } from '#web/ui/layout/result-page.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { registerQuery, type ReturnedCard } from './payment-card-queries.ts'
import { joiningFrom, rememberJoining } from '#web/features/billing/plans/use-plan-change.ts'

const toPlans = { to: plansPath, words: words.plans }
const toCard = { to: planCardPath, words: words.card_page }
const toRegister = { to: planCardPath, words: words.again }
const toMine = { to: mypagePath, words: words.mine }

/** What the card's window came back with: taken once, and readable ever after, after a reload and in another tab too. */
export function CardSuccess({ returned }: { returned: ReturnedCard | null }) {
  const registration = useQuery({
    ...registerQuery(returned ?? { auth_key: '', customer_key: '' }),
    enabled: returned !== null,
  })
  const { mine, charged } = useSubscription(registration.isFetched)
  const now = mine.data
  const plan_id = returned?.subscription_plan_id
  const subscription = isRunning(now?.subscription) ? now.subscription : null
  const joined = plan_id !== undefined && subscription !== null && hasPlan(subscription, plan_id)
  const order = registration.data?.order ?? charged
  const isNew = joined && order?.status === 'paid'
  useGoOn(isNew ? words.started(subscription.plan.name) : null)

  if (returned === null) return <Missing />
  if (registration.isPending && !registration.isError) return <Confirming />
  if (registration.error) {
    const refused = registration.error instanceof CallRefused ? registration.error : null
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
    if (!mine.isError) return <Confirming />
    return <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
  }
  if (now.pending_order_id)
    return (
      <Outcome
        title={words.unsure}
        detail={words.unsure_detail}
        actions={<OutcomeWays ways={[toMine]} />}
      />
    )
  if (plan_id === undefined) return <Registered mine={now} order={order} />
  if (!joined)
    return order?.failure ? (
      <Declined detail={order.failure.detail} joining />
    ) : (
      <Outcome
        icon="warning"
        title={words.not_started}
        detail={words.not_started_detail}
        actions={<OutcomeWays ways={[toPlans, toCard]} />}
      />
    )
  return (
    <Outcome
      icon="check"
      title={(isNew ? words.started : words.running)(subscription.plan.name)}
      detail={words.started_detail}
      actions={<OutcomeWays ways={[{ to: homePath, words: words.find }, toMine]} />}
    >
      <Slip mine={now} order={order} />
    </Outcome>
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
    const back = told && joiningFrom()
    if (!back) return
    rememberJoining(null)
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
  const onward = isRunning(subscription) ? [toMine] : [toPlans, toMine]
  return (
    <Outcome
      icon={failed ? 'warning' : 'check'}
      title={failed ? words.still_owed : words.changed}
      detail={
        failed?.detail ?? (subscription?.next_charge ? words.changed_detail : words.kept_detail)
      }
      actions={<OutcomeWays ways={failed ? [toMine, toRegister] : onward} />}
    >
      <Slip mine={mine} order={order} />
    </Outcome>
  )
}

function Slip({ mine, order }: { mine: MemberSubscription; order: Order | null }) {
  const { subscription, card } = mine
  const next = subscription?.next_charge
  return (
    <Facts className="bg-surface p-5 inset-ring inset-ring-line">
      {isRunning(subscription) && <Fact name={words.plan}>{subscription.plan.name}</Fact>}
      {order?.status === 'paid' && <Fact name={words.paid}>{won(order.amount)}</Fact>}
      {next && (
        <Fact name={words.next_charge}>{subscriptionCopy.next_words(next.at, next.amount)}</Fact>
      )}
      {card && <Fact name={words.card}>{cardWords(card)}</Fact>}
    </Facts>
  )
}

/** Refused for good: why, and what to do. */
function Refused({ refused, joining }: { refused: CallRefused; joining: boolean }) {
  const { decline, errors, amount } = refused.problem
  if (amount !== undefined)
    return (
      <Outcome
        icon="warning"
        title={words.not_started}
        detail={words.amount_changed(amount)}
        actions={<OutcomeWays ways={[toPlans]} />}
      />
    )
  const isLate = errors.some((fault) => fault.code === 'consent_required')
  const detail = decline?.detail ?? (isLate ? words.late : wordsOf(refused))
  return <Declined detail={detail} joining={joining} />
}

const Declined = ({ detail, joining }: { detail: string; joining: boolean }) => (
  <Outcome
    icon="warning"
    title={joining ? words.not_joined : words.not_registered}
    detail={detail}
    actions={<Again joining={joining} />}
  />
)

const Again = ({ joining }: { joining: boolean }) => (
  <OutcomeWays ways={joining ? [toPlans, toRegister] : [toRegister, toPlans]} />
)

/** The window was closed, or did not take the card: nothing was registered and nothing paid. */
export function CardFail({ code, plan }: { code: string; plan: number | undefined }) {
  const wasClosed = code === 'PAY_PROCESS_CANCELED' || code === 'USER_CANCEL' || code === ''
  return (
    <Outcome
      icon={wasClosed ? 'info' : 'warning'}
      title={wasClosed ? words.closed : words.not_registered}
      detail={wasClosed ? words.closed_detail : words.not_registered_detail}
      actions={<Again joining={plan !== undefined} />}
    />
  )
}

export function Confirming() {
  return <Outcome title={words.confirming} detail={words.confirming_detail} />
}

function Missing() {
  return (
    <Outcome
      icon="paper"
      title={words.missing}
      detail={words.missing_detail}
      actions={<OutcomeWays ways={[toCard, toPlans]} />}
    />
  )
}
