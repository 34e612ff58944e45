import type { Subscription } from '#contract/transactions/subscriptions.ts'
import { subscriptionMessages as messages } from './messages.ko.ts'
import { openRefundDialog } from '#web/features/billing/purchases/refund-dialog.tsx'
import { Button } from '#web/ui/base/button.tsx'

/** Offers the refund of the charge of the current period. */
export function ChargeRefundOffer({ subscription }: { subscription: Subscription }) {
  const { plan, refundable, order_id } = subscription
  const isRefundable =
    refundable.is_refundable && order_id !== null && refundable.refundable_until !== null
  async function refund(button: HTMLElement) {
    // The section around the button disappears with the refund.
    const page = button.closest('main')
    const isRefunded = await openRefundDialog({
      kind: 'subscription',
      title: messages.plan(plan.name),
      refundable,
      request: { order_id: order_id ?? '' },
    })
    if (isRefunded) page?.focus({ preventScroll: true })
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
