import type { Subscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { subscriptionMessages as messages } from './messages.ko.ts'
import { paymentCardPath } from '#web/routing/account-paths.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'

/** A charge whose outcome is not certain yet. */
export function ChargePendingAlert() {
  return (
    <div role="status" className="flex gap-3 rounded-xl bg-accent-subtle px-4 py-3.5">
      <Spinner className="mt-0.5 size-5 shrink-0 text-accent" />
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

/** The last charge failed: reason, next attempt, end of access and actions (D-56). */
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
      <span className="mt-1.5 block font-medium text-foreground">
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
      className="flex gap-3 rounded-xl bg-danger/12 px-4 py-3.5 inset-ring inset-ring-danger/35"
    >
      <Icon name="warning" className="mt-0.5 size-5 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-pretty text-foreground-muted">{children}</p>
        {actions && (
          <div className="mt-3 flex flex-wrap gap-2.5 max-sm:*:grow max-sm:*:px-3">{actions}</div>
        )}
      </div>
    </div>
  )
}
