import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import {
  paymentCardMessages,
  paymentCardMessages as words,
  planDialogMessages,
} from '#web/features/billing/plans/messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { MypageLayout } from '#web/app/layouts/mypage-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentCardPath } from '#web/routing/paths.ts'
import type { Route } from './+types/payment-card.route.ts'
import { formatDate } from '#web/lib/format.ts'
import { cardLabel } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'

import { usePaymentWindow, PaymentWindowUnavailable } from '#web/features/billing/payment-window.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useEffect, useState } from 'react'
import { savePlanRedirect } from '#web/features/billing/plans/use-plan-change.ts'
import { ChargePendingAlert, ChargeFailedAlert } from './subscription-alerts.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = paymentCardMessages
  return pageMeta(matches, { title, description, path: paymentCardPath, hidden: true })
}

export default function PlanCard() {
  return (
    <MypageLayout title={paymentCardMessages.title}>
      <RequireMember skeleton={<CardSkeleton />}>
        {() => (
          <MemberQueryProvider>
            <PaymentCardPage />
          </MemberQueryProvider>
        )}
      </RequireMember>
    </MypageLayout>
  )
}

/** The card that is charged, and the way to another one; letters about charges that failed lead here. */
function PaymentCardPage() {
  const { mine } = useSubscription()
  const window = useCardWindow()
  if (!mine.data)
    return mine.isError ? (
      <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
    ) : (
      <CardSkeleton />
    )
  const { card, pending_order_id } = mine.data
  const subscription = isActiveSubscription(mine.data.subscription) ? mine.data.subscription : null
  const next = subscription?.next_charge
  const owes = subscription?.failed && subscription.auto_renew && next
  return (
    <div className="max-w-2xl space-y-4">
      {pending_order_id && <ChargePendingAlert />}
      {subscription?.failed && !pending_order_id && (
        <ChargeFailedAlert subscription={subscription} now={mine.dataUpdatedAt} bare />
      )}
      <section
        aria-label={words.title}
        className="rounded-2xl bg-surface p-5 inset-ring inset-ring-border md:p-7"
      >
        <div className="flex items-center gap-4">
          <span className="flex h-12 w-18 shrink-0 max-sm:hidden items-center justify-center rounded-md bg-[linear-gradient(135deg,var(--color-surface-high),var(--color-surface-raised))] inset-ring inset-ring-border-strong">
            <Icon name={card ? 'check' : 'plus'} className="size-5 text-accent" />
          </span>
          <div className="min-w-0">
            <p className="tabular-nums text-lg font-bold whitespace-nowrap">
              {card ? cardLabel(card) : words.none}
            </p>
            {card && (
              <p className="text-sm text-foreground-subtle">
                {words.registered(formatDate(card.registered_at))}
              </p>
            )}
          </div>
        </div>
        <p className="mt-4 text-base text-pretty text-foreground-muted">
          {owes
            ? words.owed(next.amount)
            : next
              ? (card ? words.next : words.none_next)(next.at, next.amount)
              : card
                ? words.idle
                : words.none_detail}
        </p>
        <FormAlert className="mt-4">{window.error}</FormAlert>
        <Button
          look="primary"
          className="mt-5 max-sm:w-full"
          busy={window.busy}
          disabled={pending_order_id !== null}
          onClick={() => void window.open()}
        >
          {card ? words.change : words.register}
        </Button>
        {card && !owes && (
          <p className="mt-3 text-sm text-foreground-subtle">{words.change_detail}</p>
        )}
      </section>
    </div>
  )
}

function useCardWindow() {
  const openWindow = usePaymentWindow()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  // Who turns back from the window finds the page as he left it.
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  async function open() {
    setBusy(true)
    setError(undefined)
    try {
      const opened = await apiRequest(subscriptions.createBillingAuth, {})
      savePlanRedirect(null)
      await openWindow(opened)
    } catch (reason) {
      setBusy(false)
      setError(
        reason instanceof PaymentWindowUnavailable
          ? planDialogMessages.unreachable
          : errorMessage(reason),
      )
    }
  }
  return { busy, error, open }
}

function CardSkeleton() {
  return <div aria-hidden="true" className="shimmer h-64 max-w-2xl rounded-2xl" />
}
