import type { MemberSubscription, Subscription } from '#contract/transactions/subscriptions.ts'
import { cardLabel, subscriptionMessages as messages } from './messages.ko.ts'
import { setAutoRenew } from './use-subscription.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Button } from '#web/ui/base/button.tsx'
import { DescriptionItem } from '#web/ui/layout/description-list.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useRef } from 'react'

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

/** Opens the refund dialog for the charge of the current period (D-55). */
export type OpenRefund = (subscription: Subscription) => Promise<unknown>

/** Converts a subscription to the target of the refund dialog. */
export const chargeRefundTarget = ({ plan, refundable, order_id }: Subscription) => ({
  kind: 'subscription' as const,
  title: messages.plan(plan.name),
  refundable,
  order_id: order_id ?? '',
})

export function ChargeRefundOffer({
  subscription,
  openRefund,
}: {
  subscription: Subscription
  openRefund: OpenRefund
}) {
  const { refundable, order_id } = subscription
  const isRefundable =
    refundable.is_refundable && order_id !== null && refundable.refundable_until !== null
  async function refund(button: HTMLElement) {
    // The section around the button disappears with the refund.
    const page = button.closest('main')
    if (await openRefund(subscription)) page?.focus({ preventScroll: true })
  }
  return (
    <section aria-label={messages.refund} className="border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{messages.refund}</h3>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-sm text-pretty text-foreground-muted">
          {isRefundable && refundable.refundable_until
            ? messages.refundable(
                refundable.amount,
                refundable.refundable_until,
                refundable.reverts_to_plan,
              )
            : messages.refund_blocked(refundable.ineligibility_reason ?? 'too_late', subscription)}
        </p>
        {isRefundable && (
          <Button
            onClick={({ currentTarget }) => void refund(currentTarget)}
            className="tabular-nums"
          >
            {messages.refund_button(refundable.amount)}
          </Button>
        )}
      </div>
    </section>
  )
}
