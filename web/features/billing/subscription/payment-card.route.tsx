import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import { planDialogMessages } from '#web/features/billing/plans/messages.ko.ts'
import { paymentCardMessages as messages, cardLabel } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentCardPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/payment-card.route.ts'
import { formatDate } from '#web/lib/format.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { usePaymentWindow } from '#web/features/billing/payment-window.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { savePlanRedirect } from '#web/features/billing/plans/use-plan-change.ts'
import { ChargePendingAlert, ChargeFailedAlert } from './subscription-summary.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: paymentCardPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: CardSkeleton }

/** The payment card and its replacement. Mails about failed charges link here. */
export default function PaymentCardPage() {
  const { query } = useSubscription()
  const cardWindow = useCardWindow()
  if (!query.data) return <QueryPlaceholder query={query} skeleton={<CardSkeleton />} />
  const { card, pending_order_id } = query.data
  const subscription = isActiveSubscription(query.data.subscription)
    ? query.data.subscription
    : null
  const nextCharge = subscription?.next_charge
  const isOverdue = subscription?.failed && subscription.auto_renew && nextCharge
  return (
    <div className="max-w-2xl space-y-4">
      {pending_order_id && <ChargePendingAlert />}
      {subscription?.failed && !pending_order_id && (
        <ChargeFailedAlert subscription={subscription} now={query.dataUpdatedAt} hideActions />
      )}
      <section aria-label={messages.title} className="panel p-5 md:p-7">
        <div className="flex items-center gap-4">
          <span className="flex h-12 w-18 shrink-0 max-sm:hidden items-center justify-center rounded-control bg-[linear-gradient(135deg,var(--color-surface-high),var(--color-surface-raised))] inset-ring inset-ring-border-strong">
            <Icon name={card ? 'check' : 'plus'} className="size-5 text-accent" />
          </span>
          <div className="min-w-0">
            <p className="tabular-nums text-lg font-bold whitespace-nowrap">
              {card ? cardLabel(card) : messages.none}
            </p>
            {card && (
              <p className="text-sm text-foreground-subtle">
                {messages.registered(formatDate(card.registered_at))}
              </p>
            )}
          </div>
        </div>
        <p className="mt-4 text-base text-pretty text-foreground-muted">
          {isOverdue
            ? messages.overdue(nextCharge.amount)
            : nextCharge
              ? (card ? messages.next : messages.none_next)(nextCharge.at, nextCharge.amount)
              : card
                ? messages.idle
                : messages.none_detail}
        </p>
        <FormAlert className="mt-4">{cardWindow.formError}</FormAlert>
        <Button
          variant="primary"
          className="mt-5 max-sm:w-full"
          busy={cardWindow.isPending}
          disabled={pending_order_id !== null}
          onClick={cardWindow.open}
        >
          {card ? messages.change : messages.register}
        </Button>
        {card && !isOverdue && (
          <p className="mt-3 text-sm text-foreground-subtle">{messages.change_detail}</p>
        )}
      </section>
    </div>
  )
}

function useCardWindow() {
  const cardWindow = usePaymentWindow()
  const request = useApiMutation(subscriptions.createBillingAuth, {
    errors: 'inline',
    onSuccess(window) {
      savePlanRedirect(null)
      cardWindow.open(window)
    },
  })
  return {
    isPending: request.isPending || cardWindow.isPending,
    formError:
      request.formError ??
      (cardWindow.isUnavailable && !request.isPending
        ? planDialogMessages.window_unavailable
        : null),
    open: () => request.submit({}),
  }
}

function CardSkeleton() {
  return <div aria-hidden="true" className="shimmer h-64 max-w-2xl rounded-sheet" />
}
