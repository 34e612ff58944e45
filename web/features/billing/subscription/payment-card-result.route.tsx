import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { formatWon } from '#web/lib/format.ts'
import { paymentCardMessages as messages, cardLabel, subscriptionMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { paymentCardFailPath, paymentCardPath, plansPath } from '#web/routing/account-paths.ts'
import { homePath, mypagePath } from '#web/routing/paths.ts'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ResultPage, ResultActions } from '#web/ui/layout/result-page.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { Route } from './+types/payment-card-result.route.ts'
import { readPlanRedirect, savePlanRedirect } from '#web/features/billing/plans/use-plan-change.ts'
import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import { invalidateBilling, subscriptionQuery } from '#web/features/billing/queries.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'

export function meta({ location, matches }: Route.MetaArgs) {
  const { result_title: title, result_description: description } = messages
  return pageMeta(matches, { title, description, path: location.pathname, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: CardConfirming }

/** The pages to which the card window returns: `/success` registers the card, `/fail` shows why it was not registered. */
export default function PaymentCardResult() {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  return pathname.startsWith(paymentCardFailPath) ? (
    <CardRegistrationFailed code={query.get('code') ?? ''} plan={parsePlanParam(query)} />
  ) : (
    <CardRegistered returned={parseCardReturn(query)} />
  )
}

const toPlans = { to: plansPath, label: messages.plans }
const toCard = { to: paymentCardPath, label: messages.card_page }
const toRegister = { to: paymentCardPath, label: messages.register_again }
const toSubscription = { to: mypagePath, label: messages.see_subscription }

/** Registers the card once and shows the result, also after a reload and in other tabs. */
function CardRegistered({ returned }: { returned: CardReturnParams | null }) {
  const registration = useRegisterCard()
  const register = () => returned && registration.submit({ body: returned })
  const registerOnce = useEffectEvent(register)
  useEffect(() => void registerOnce(), [])
  const isSettled = registration.response !== undefined || registration.error !== null
  const { query, settledOrder } = useSubscription(isSettled)
  const memberSubscription = query.data
  const planId = returned?.subscription_plan_id
  const subscription = isActiveSubscription(memberSubscription?.subscription)
    ? memberSubscription.subscription
    : null
  const isStarted = planId !== undefined && subscription !== null && hasPlan(subscription, planId)
  const order = registration.response?.order ?? settledOrder
  const isNewlyStarted = isStarted && order?.status === 'paid'
  useReturnAfterStart(isNewlyStarted ? messages.started(subscription.plan.name) : null)

  if (returned === null) return <NotFound />
  if (!isSettled) return <CardConfirming />
  if (registration.error) {
    const apiError = registration.error instanceof ApiError ? registration.error : null
    const code = apiError?.problem.code
    if (!apiError || code === 'service_unavailable')
      return (
        <ErrorState
          title={messages.unavailable}
          detail={messages.unavailable_detail}
          onRetry={register}
        />
      )
    if (code !== 'order_in_progress' && !(code === 'same_plan' && isStarted))
      return <RegistrationRejected apiError={apiError} isStarting={planId !== undefined} />
  }
  if (!memberSubscription) {
    if (!query.isError) return <CardConfirming />
    return <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  }
  if (memberSubscription.pending_order_id)
    return (
      <ResultPage
        title={messages.pending}
        detail={messages.pending_detail}
        actions={<ResultActions actions={[toSubscription]} />}
      />
    )
  if (planId === undefined)
    return <Registered memberSubscription={memberSubscription} order={order} />
  if (!isStarted)
    return order?.failure ? (
      <Declined detail={order.failure.detail} isStarting />
    ) : (
      <ResultPage
        icon="warning"
        title={messages.not_started}
        detail={messages.not_started_detail}
        actions={<ResultActions actions={[toPlans, toCard]} />}
      />
    )
  return (
    <ResultPage
      icon="check"
      title={(isNewlyStarted ? messages.started : messages.active)(subscription.plan.name)}
      detail={messages.started_detail}
      actions={
        <ResultActions actions={[{ to: homePath, label: messages.browse }, toSubscription]} />
      }
    >
      <CardSummary memberSubscription={memberSubscription} order={order} />
    </ResultPage>
  )
}

const hasPlan = (
  { plan, next_plan }: NonNullable<MemberSubscription['subscription']>,
  planId: number,
) => plan.id === planId || next_plan?.id === planId

/** Returns to the page that started the plan change. */
function useReturnAfterStart(startedMessage: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    const returnPath = startedMessage && readPlanRedirect()
    if (!returnPath) return
    savePlanRedirect(null)
    toasts.show(startedMessage, 'success')
    void navigate(returnPath, { replace: true })
  }, [startedMessage, navigate])
}

/** A card without a plan: shows the next charge, or that the overdue charge was declined. */
function Registered({
  memberSubscription,
  order,
}: {
  memberSubscription: MemberSubscription
  order: Order | null
}) {
  const { subscription } = memberSubscription
  if (!memberSubscription.card) return <NotFound />
  const failed = subscription?.failed
  // Without an active plan, the member still has to start one.
  const nextLinks = isActiveSubscription(subscription)
    ? [toSubscription]
    : [toPlans, toSubscription]
  return (
    <ResultPage
      icon={failed ? 'warning' : 'check'}
      title={failed ? messages.charge_declined : messages.changed}
      detail={
        failed?.detail ??
        (subscription?.next_charge ? messages.changed_detail : messages.registered_detail)
      }
      actions={<ResultActions actions={failed ? [toSubscription, toRegister] : nextLinks} />}
    >
      <CardSummary memberSubscription={memberSubscription} order={order} />
    </ResultPage>
  )
}

function CardSummary({
  memberSubscription,
  order,
}: {
  memberSubscription: MemberSubscription
  order: Order | null
}) {
  const { subscription, card } = memberSubscription
  const next = subscription?.next_charge
  return (
    <DescriptionList className="bg-surface p-5 inset-ring inset-ring-border">
      {isActiveSubscription(subscription) && (
        <DescriptionItem name={messages.plan}>{subscription.plan.name}</DescriptionItem>
      )}
      {order?.status === 'paid' && (
        <DescriptionItem name={messages.paid}>{formatWon(order.amount)}</DescriptionItem>
      )}
      {next && (
        <DescriptionItem name={messages.next_charge}>
          {subscriptionMessages.next_charge(next.at, next.amount)}
        </DescriptionItem>
      )}
      {card && <DescriptionItem name={messages.card}>{cardLabel(card)}</DescriptionItem>}
    </DescriptionList>
  )
}

/** A permanent rejection and the next actions. */
function RegistrationRejected({
  apiError,
  isStarting,
}: {
  apiError: ApiError
  isStarting: boolean
}) {
  const { decline, errors, amount } = apiError.problem
  if (amount !== undefined)
    return (
      <ResultPage
        icon="warning"
        title={messages.not_started}
        detail={messages.amount_changed(amount)}
        actions={<ResultActions actions={[toPlans]} />}
      />
    )
  const isConsentExpired = errors.some((error) => error.code === 'consent_required')
  const detail =
    decline?.detail ?? (isConsentExpired ? messages.consent_expired : errorMessage(apiError))
  return <Declined detail={detail} isStarting={isStarting} />
}

const Declined = ({ detail, isStarting }: { detail: string; isStarting: boolean }) => (
  <ResultPage
    icon="warning"
    title={isStarting ? messages.start_failed : messages.not_registered}
    detail={detail}
    actions={<RetryActions isStarting={isStarting} />}
  />
)

const RetryActions = ({ isStarting }: { isStarting: boolean }) => (
  <ResultActions actions={isStarting ? [toPlans, toRegister] : [toRegister, toPlans]} />
)

/** The card window was closed or rejected the card. Nothing was registered or charged. */
function CardRegistrationFailed({ code, plan }: { code: string; plan: number | undefined }) {
  const wasClosed = code === 'PAY_PROCESS_CANCELED' || code === 'USER_CANCEL' || code === ''
  return (
    <ResultPage
      icon={wasClosed ? 'info' : 'warning'}
      title={wasClosed ? messages.closed : messages.not_registered}
      detail={wasClosed ? messages.closed_detail : messages.not_registered_detail}
      actions={<RetryActions isStarting={plan !== undefined} />}
    />
  )
}

function CardConfirming() {
  return <ResultPage title={messages.confirming} detail={messages.confirming_detail} />
}

function NotFound() {
  return (
    <ResultPage
      icon="document"
      title={messages.not_found}
      detail={messages.not_found_detail}
      actions={<ResultActions actions={[toCard, toPlans]} />}
    />
  )
}

/** Query parameters of the card window's success URL. */
type CardReturnParams = {
  auth_key: string
  customer_key: string
  subscription_plan_id?: number
  agreed_amount?: number
}

/** `?plan=`: the plan to start with the registered card. */
function parsePlanParam(query: URLSearchParams): number | undefined {
  const id = Number(query.get('plan'))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** Returns null if the query is not one of the card window. */
function parseCardReturn(query: URLSearchParams): CardReturnParams | null {
  const auth_key = query.get('authKey') ?? ''
  const customer_key = query.get('customerKey') ?? ''
  const isValid =
    auth_key.length > 0 &&
    auth_key.length <= 300 &&
    customer_key.length > 1 &&
    customer_key.length <= 300
  const plan = parsePlanParam(query)
  if (!isValid) return null
  if (plan === undefined) return { auth_key, customer_key }
  const agreedText = /^\d{1,8}$/.exec(query.get('agreed') ?? '')?.[0]
  const agreed_amount = agreedText === undefined ? {} : { agreed_amount: Number(agreedText) }
  return { auth_key, customer_key, subscription_plan_id: plan, ...agreed_amount }
}

/** Registers a card. The server treats a repeated registration as known. */
const useRegisterCard = () =>
  useApiMutation(subscriptions.registerCard, {
    errors: 'inline',
    onSuccess: ({ subscription_state }, _, client) =>
      client.setQueryData(subscriptionQuery.queryKey, subscription_state),
    onSettled: () => void invalidateBilling(),
  })
