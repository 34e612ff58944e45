import { subscriptionMessages as messages } from './messages.ko.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { paymentCardPath, plansPath, cancelConfirmPath } from '#web/routing/account-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import type { ReactNode } from 'react'
import { PriceOfferNotice } from './price-offer-notice.tsx'
import {
  ChargePendingAlert,
  ChargeFailedAlert,
  ChargeDeclinedAlert,
  ResumeSubscriptionButton,
  SubscriptionDetails,
} from './subscription-summary.tsx'

/** Plan, next charge and card on `/mypage`, with cancellation two clicks away. */
export function SubscriptionPanel() {
  const { query, settledOrder } = useSubscription()
  if (!query.data)
    return (
      <SubscriptionPanelLayout>
        {query.isError ? (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-base">{messages.failed_to_load}</p>
            <Button icon="retry" busy={query.isFetching} onClick={() => void query.refetch()}>
              {messages.retry}
            </Button>
          </div>
        ) : (
          <div aria-hidden="true">
            <div className="shimmer mt-1 h-7 w-36 rounded-control" />
            <div className="shimmer mt-4 h-4 w-full rounded-control" />
            <div className="shimmer mt-3 h-4 w-full rounded-control" />
          </div>
        )}
      </SubscriptionPanelLayout>
    )
  const { subscription, pending_order_id } = query.data
  const active = isActiveSubscription(subscription) ? subscription : null
  if (!active && pending_order_id)
    return (
      <SubscriptionPanelLayout>
        <ChargePendingAlert />
      </SubscriptionPanelLayout>
    )
  if (!active)
    return (
      <SubscriptionPanelLayout>
        <div className="space-y-3">
          <ChargeDeclinedAlert order={settledOrder} />
          <div>
            <p className="text-lg font-bold">{subscription ? messages.ended : messages.none}</p>
            {/* Ended with auto-renewal on: it was not cancelled but not paid. */}
            {subscription?.auto_renew && <p className="mt-1 text-sm">{messages.ended_unpaid}</p>}
            <p className="mt-1 text-sm text-foreground-subtle">
              {subscription ? messages.ended_detail : messages.none_detail}
            </p>
          </div>
          <ButtonLink to={plansPath} variant="primary" className="max-sm:w-full">
            {subscription ? messages.start_again : messages.see_plans}
          </ButtonLink>
        </div>
      </SubscriptionPanelLayout>
    )
  const { plan, auto_renew, failed, period_end, price_offer } = active
  return (
    <SubscriptionPanelLayout
      more={
        <ButtonLink to={plansPath} className="-my-2 px-4 text-sm">
          {messages.change}
        </ButtonLink>
      }
    >
      <p className="flex items-center gap-2">
        <span className="text-xl font-extrabold">{plan.name}</span>
        {!auto_renew && <Badge tone="accent_subtle">{messages.cancelled}</Badge>}
      </p>
      <dl className="mt-3 space-y-2 text-sm">
        <SubscriptionDetails memberSubscription={query.data} />
      </dl>
      <div className="mt-3 space-y-3 empty:hidden">
        {pending_order_id ? (
          <ChargePendingAlert />
        ) : (
          <ChargeFailedAlert subscription={active} now={query.dataUpdatedAt} />
        )}
        {price_offer && <PriceOfferNotice offer={price_offer} />}
        {!auto_renew && (
          <p className="text-sm text-foreground-muted">
            {messages.cancelled_detail(failed?.access_until ?? period_end)}
          </p>
        )}
      </div>
      <div className="mt-4 -mb-2 flex flex-wrap justify-end gap-2">
        {!failed && (
          <ButtonLink to={paymentCardPath} variant="ghost" className="px-4 text-sm">
            {query.data.card ? messages.change_card : messages.register_card}
          </ButtonLink>
        )}
        {auto_renew ? (
          <ButtonLink to={cancelConfirmPath} variant="ghost" className="px-4 text-sm">
            {messages.cancel}
          </ButtonLink>
        ) : (
          <ResumeSubscriptionButton className="px-4 text-sm" />
        )}
      </div>
    </SubscriptionPanelLayout>
  )
}

function SubscriptionPanelLayout({ more, children }: { more?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={messages.title} tabIndex={-1} className="panel p-5 outline-none md:p-7">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 className="text-sm font-semibold text-foreground-muted">{messages.title}</h2>
        {more}
      </div>
      {children}
    </section>
  )
}
