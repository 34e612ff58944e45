import { subscriptionMessages as words } from './messages.ko.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { paymentCardPath, plansPath, cancelConfirmPath } from '#web/routing/paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import type { ReactNode } from 'react'
import {
  ChargePendingAlert,
  ChargeFailedAlert,
  ChargeDeclinedAlert,
} from './subscription-alerts.tsx'
import { ResumeSubscriptionButton, SubscriptionDetails } from './subscription-summary.tsx'

/** On `/mypage`: the plan, what is paid next and with what, and stopping it, two presses away (D-19). */
export function SubscriptionPanel() {
  const { mine, charged } = useSubscription()
  if (!mine.data)
    return (
      <Frame>
        {mine.isError ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-base">{words.failed_to_load}</p>
            <Button icon="retry" busy={mine.isFetching} onClick={() => void mine.refetch()}>
              {words.retry}
            </Button>
          </div>
        ) : (
          <div aria-hidden="true">
            <div className="shimmer mt-1 h-7 w-36 rounded-sm" />
            <div className="shimmer mt-4 h-4 w-full rounded-sm" />
            <div className="shimmer mt-3 h-4 w-full rounded-sm" />
          </div>
        )}
      </Frame>
    )
  const { subscription, pending_order_id } = mine.data
  const running = isActiveSubscription(subscription) ? subscription : null
  if (!running && pending_order_id)
    return (
      <Frame>
        <ChargePendingAlert />
      </Frame>
    )
  if (!running)
    return (
      <Frame>
        <div className="space-y-3">
          <ChargeDeclinedAlert order={charged} />
          <div>
            <p className="text-lg font-bold">{subscription ? words.ended : words.none}</p>
            {/* Still to be renewed when it ended: nobody stopped it, it was not paid. */}
            {subscription?.auto_renew && <p className="mt-1 text-sm">{words.ended_unpaid}</p>}
            <p className="mt-1 text-sm text-foreground-subtle">
              {subscription ? words.ended_detail : words.none_detail}
            </p>
          </div>
          <ButtonLink to={plansPath} look="primary" className="max-sm:w-full">
            {subscription ? words.again : words.see_plans}
          </ButtonLink>
        </div>
      </Frame>
    )
  const { plan, auto_renew, failed, period_end } = running
  return (
    <Frame
      more={
        <ButtonLink to={plansPath} className="-my-1.5 px-4 text-sm">
          {words.change}
        </ButtonLink>
      }
    >
      <p className="flex items-center gap-2.5">
        <span className="text-xl font-extrabold">{plan.name}</span>
        {!auto_renew && <Badge tone="wash">{words.stopped}</Badge>}
      </p>
      <dl className="mt-3 space-y-1.5 text-sm">
        <SubscriptionDetails mine={mine.data} />
      </dl>
      <div className="mt-3 space-y-3 empty:hidden">
        {pending_order_id ? (
          <ChargePendingAlert />
        ) : (
          <ChargeFailedAlert subscription={running} now={mine.dataUpdatedAt} />
        )}
        {!auto_renew && (
          <p className="text-sm text-foreground-muted">
            {words.stopped_detail(failed?.access_until ?? period_end)}
          </p>
        )}
      </div>
      <div className="mt-4 -mb-2 flex flex-wrap justify-end gap-2">
        {!failed && (
          <ButtonLink to={paymentCardPath} look="quiet" className="px-4 text-sm">
            {mine.data.card ? words.change_card : words.register_card}
          </ButtonLink>
        )}
        {auto_renew ? (
          <ButtonLink to={cancelConfirmPath} look="quiet" className="px-4 text-sm">
            {words.stop}
          </ButtonLink>
        ) : (
          <ResumeSubscriptionButton className="px-4 text-sm" />
        )}
      </div>
    </Frame>
  )
}

function Frame({ more, children }: { more?: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={words.title}
      tabIndex={-1}
      className="rounded-2xl bg-surface p-5 outline-none inset-ring inset-ring-border md:p-7"
    >
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 className="text-sm font-semibold text-foreground-muted">{words.title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}
