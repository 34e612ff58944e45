import type { Subscription } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { subscriptionMessages as words } from './messages.ko.ts'
import { paymentCardPath } from '#web/routing/paths.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { ReactNode } from 'react'

/** A charge whose outcome is not certain yet. */
export function ChargePendingAlert() {
  return (
    <div role="status" className="flex gap-3 rounded-xl bg-accent-subtle px-4 py-3.5">
      <Spinner className="mt-0.5 size-5 shrink-0 text-accent" />
      <div>
        <p className="font-semibold">{words.charging}</p>
        <p className="text-sm text-foreground-muted">{words.charging_detail}</p>
      </div>
    </div>
  )
}

/** How a charge that was looked at went, where it did not go through and nothing else says so. */
export function ChargeDeclinedAlert({ order }: { order: Order | null }) {
  if (order?.status !== 'failed') return null
  return <Trouble title={words.not_charged}>{order.failure?.detail}</Trouble>
}

/** The last charge did not go through: why, when it is tried again, until when films play, and what to do (D-56). */
export function ChargeFailedAlert({
  subscription,
  now,
  onPay,
  bare = false,
}: {
  subscription: Subscription
  /** Milliseconds, of when it was read. */
  now: number
  /** Where the page itself is what to do. */
  bare?: boolean
  /** Where the plans are there to pay by; without, only the card is offered. */
  onPay?: (() => void) | undefined
}) {
  const { failed } = subscription
  if (!failed) return null
  const plays = now < Date.parse(failed.access_until)
  const retry = failed.next_retry_at ? words.retry_at(failed.next_retry_at) : words.no_retry
  // What comes first is said first.
  const lines = plays
    ? [retry, words.plays_until(failed.access_until)]
    : [words.plays_no_more, retry]
  return (
    <Trouble
      title={words.charge_failed}
      actions={
        !bare && (
          <>
            <ButtonLink to={paymentCardPath} look="primary">
              {words.change_card}
            </ButtonLink>
            {onPay && <Button onClick={onPay}>{words.pay_now}</Button>}
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
    </Trouble>
  )
}

function Trouble({
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
