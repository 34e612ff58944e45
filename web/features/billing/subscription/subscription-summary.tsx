import type { MemberSubscription, Subscription } from '#contract/transactions/subscriptions.ts'
import { cardLabel, subscriptionMessages as words } from './messages.ko.ts'
import { setRenewal } from './use-subscription.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Button } from '#web/ui/base/button.tsx'
import { DescriptionItem } from '#web/ui/layout/description-list.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState } from 'react'

/** Whether films play, and what is paid next and with what: the same lines wherever a subscription is shown. */
export function SubscriptionDetails({ mine }: { mine: MemberSubscription }) {
  const { subscription, card } = mine
  if (!subscription) return null
  const { next_charge, next_plan, failed, period_end, auto_renew } = subscription
  return (
    <>
      {auto_renew && next_charge ? (
        <DescriptionItem name={words.next}>
          {words.next_words(next_charge.at, next_charge.amount)}
          {next_plan && (
            <span className="block text-xs font-medium text-accent-bright">
              {words.next_plan(next_plan.name, next_charge.at)}
            </span>
          )}
        </DescriptionItem>
      ) : (
        <DescriptionItem name={words.until}>
          {words.until_words(failed?.access_until ?? period_end)}
        </DescriptionItem>
      )}
      <DescriptionItem name={words.card}>{card ? cardLabel(card) : words.no_card}</DescriptionItem>
    </>
  )
}

/** 해지 취소: one press, and what follows from it is said. */
export function ResumeSubscriptionButton({
  look = 'primary',
  className = '',
}: {
  look?: 'primary' | 'plain'
  className?: string
}) {
  const [busy, setBusy] = useState(false)

  async function goOn(pressed: HTMLElement) {
    // The button goes with what it did: the nearest part of the page around it that takes the focus has it then.
    const around = pressed.closest<HTMLElement>('[tabindex="-1"]')
    setBusy(true)
    try {
      const { subscription } = await setRenewal(true)
      around?.focus({ preventScroll: true })
      const next = subscription?.next_charge
      toasts.show(next ? words.went_on(next.at, next.amount) : words.went_on_plain, 'good')
    } catch (error) {
      toasts.show(errorMessage(error), 'danger')
    }
    setBusy(false)
  }

  return (
    <Button
      look={look}
      className={className}
      busy={busy}
      onClick={({ currentTarget }) => void goOn(currentTarget)}
    >
      {words.go_on}
    </Button>
  )
}

/** Pays the charge of the running period back, or says why not (D-55). The dialog is another feature's: a slot. */
export type PayBack = (subscription: Subscription) => Promise<unknown>

/** What of a subscription is paid back, as the refund's dialog takes it. */
export const chargeRefundTarget = ({ plan, refundable, order_id }: Subscription) => ({
  kind: 'subscription' as const,
  title: words.plan(plan.name),
  refundable,
  order_id: order_id ?? '',
})

export function ChargeRefundOffer({
  subscription,
  payBack,
}: {
  subscription: Subscription
  payBack: PayBack
}) {
  const { refundable, order_id } = subscription
  const can = refundable.is_refundable && order_id !== null && refundable.refundable_until !== null
  async function ask(pressed: HTMLElement) {
    // What stands around it goes with what was paid back.
    const page = pressed.closest('main')
    if (await payBack(subscription)) page?.focus({ preventScroll: true })
  }
  return (
    <section aria-label={words.refund} className="border-t border-border pt-4">
      <h3 className="text-sm font-semibold">{words.refund}</h3>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-sm text-pretty text-foreground-muted">
          {can && refundable.refundable_until
            ? words.refundable(
                refundable.amount,
                refundable.refundable_until,
                refundable.reverts_to_plan,
              )
            : words.obstacle(refundable.ineligibility_reason ?? 'too_late', subscription)}
        </p>
        {can && (
          <Button onClick={({ currentTarget }) => void ask(currentTarget)} className="tabular-nums">
            {words.refund_button(refundable.amount)}
          </Button>
        )}
      </div>
    </section>
  )
}
