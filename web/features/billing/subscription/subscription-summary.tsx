import type { MemberSubscription, Subscription } from '#contract/transactions/subscriptions.ts'
import { cancelMessages, cardLabel, subscriptionMessages as messages } from './messages.ko.ts'
import { setAutoRenew } from './use-subscription.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { DescriptionItem } from '#web/ui/layout/description-list.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useRef, type ReactNode } from 'react'
import type { Order } from '#contract/transactions/transactions.ts'
import { paymentCardPath, plansPath } from '#web/routing/account-paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { mypagePath } from '#web/routing/paths.ts'

/** End of access or next charge, and the card; shared by all views of a subscription. */
export function SubscriptionDetails({
  memberSubscription,
}: {
  memberSubscription: MemberSubscription
}) {
  const { subscription, card } = memberSubscription
  if (!subscription) return null
  const { next_charge, next_plan, failed, period_end, auto_renew } = subscription
  return (
    <>
      {auto_renew && next_charge ? (
        <DescriptionItem name={messages.next}>
          {messages.next_charge(next_charge.at, next_charge.amount)}
          {next_plan && (
            <span className="block text-xs font-medium text-accent-bright">
              {messages.next_plan(next_plan.name, next_charge.at)}
            </span>
          )}
        </DescriptionItem>
      ) : (
        <DescriptionItem name={messages.until}>
          {messages.until_value(failed?.access_until ?? period_end)}
        </DescriptionItem>
      )}
      <DescriptionItem name={messages.card}>
        {card ? cardLabel(card) : messages.no_card}
      </DescriptionItem>
    </>
  )
}

/** 해지 취소: resumes the subscription in one click. */
export function ResumeSubscriptionButton({
  look = 'primary',
  className = '',
}: {
  look?: 'primary' | 'secondary'
  className?: string
}) {
  const button = useRef<HTMLButtonElement>(null)
  const resumption = useApiMutation((_: void, client) => setAutoRenew(client, true), {
    onSuccess({ subscription }) {
      // The button disappears: focus its nearest focusable container.
      button.current?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
      const next = subscription?.next_charge
      toasts.show(next ? messages.resumed(next.at, next.amount) : messages.resumed_plain, 'success')
    },
  })
  return (
    <Button
      ref={button}
      variant={look}
      className={className}
      busy={resumption.isPending}
      onClick={() => resumption.submit()}
    >
      {messages.resume}
    </Button>
  )
}

/** A charge whose outcome is not certain yet. */
export function ChargePendingAlert() {
  return (
    <div role="status" className="flex gap-3 rounded-sheet bg-accent-subtle px-4 py-4">
      <Spinner className="mt-1 size-5 shrink-0 text-accent" />
      <div>
        <p className="font-semibold">{messages.charging}</p>
        <p className="text-sm text-foreground-muted">{messages.charging_detail}</p>
      </div>
    </div>
  )
}

/** A charge of this page that was declined. */
export function ChargeDeclinedAlert({ order }: { order: Order | null }) {
  if (order?.status !== 'failed') return null
  return <AlertBox title={messages.charge_declined}>{order.failure?.detail}</AlertBox>
}

/** The last charge failed: reason, next attempt, end of access and actions. */
export function ChargeFailedAlert({
  subscription,
  now,
  onPay,
  hideActions = false,
}: {
  subscription: Subscription
  /** Milliseconds, the time of the response. */
  now: number
  /** Set on pages that offer the actions themselves. */
  hideActions?: boolean
  /** Without it, only changing the card is offered. */
  onPay?: (() => void) | undefined
}) {
  const { failed } = subscription
  if (!failed) return null
  const isPlayable = now < Date.parse(failed.access_until)
  const retry = failed.next_retry_at ? messages.retry_at(failed.next_retry_at) : messages.no_retry
  // In the order of the events.
  const lines = isPlayable
    ? [retry, messages.plays_until(failed.access_until)]
    : [messages.playback_stopped, retry]
  return (
    <AlertBox
      title={messages.charge_failed}
      actions={
        !hideActions && (
          <>
            <ButtonLink to={paymentCardPath} variant="primary">
              {messages.change_card}
            </ButtonLink>
            {onPay && <Button onClick={onPay}>{messages.pay_now}</Button>}
          </>
        )
      }
    >
      {failed.detail}
      <span className="mt-2 block font-medium text-foreground">
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </span>
    </AlertBox>
  )
}

function AlertBox({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex gap-3 rounded-sheet bg-danger/12 px-4 py-4 inset-ring inset-ring-danger/35"
    >
      <Icon name="warning" className="mt-1 size-5 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-pretty text-foreground-muted">{children}</p>
        {actions && (
          <div className="mt-3 flex flex-wrap gap-2 max-sm:*:grow max-sm:*:px-3">{actions}</div>
        )}
      </div>
    </div>
  )
}

export function NoActiveSubscription({ heading }: { heading?: 'h1' }) {
  return (
    <EmptyState
      icon="monitor"
      title={cancelMessages.none}
      {...(heading && { heading })}
      actions={
        <>
          <ButtonLink to={plansPath} variant="primary">
            {messages.see_plans}
          </ButtonLink>
          <ButtonLink to={mypagePath}>{cancelMessages.mypage}</ButtonLink>
        </>
      }
    >
      <p>{cancelMessages.none_detail}</p>
    </EmptyState>
  )
}

export function CancelSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      <div className="shimmer h-4 w-3/5 rounded-control" />
      <div className="shimmer mt-5 h-64 rounded-sheet" />
      <div className="shimmer mt-5 h-11 w-40 rounded-control" />
    </div>
  )
}
