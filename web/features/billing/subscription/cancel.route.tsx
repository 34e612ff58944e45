import { subscriptionMessages, cancelMessages as messages } from './messages.ko.ts'
import {
  ResumeSubscriptionButton,
  SubscriptionDetails,
  ChargePendingAlert,
  ChargeFailedAlert,
  CancelSkeleton,
  NoActiveSubscription,
} from './subscription-summary.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  cancelSubscriptionPath,
  paymentCardPath,
  plansPath,
  cancelConfirmPath,
} from '#web/routing/account-paths.ts'
import { ChargeRefundOffer } from './charge-refund-offer.tsx'
import type { Route } from './+types/cancel.route.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: cancelSubscriptionPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: CancelSkeleton }

/** `/mypage/unregister`: the subscription and the link to cancel it. */
export default function CancelSubscriptionPage() {
  const { query } = useSubscription()
  if (!query.data) return <QueryPlaceholder query={query} skeleton={<CancelSkeleton />} />
  const { subscription, pending_order_id } = query.data
  if (!isActiveSubscription(subscription)) return <NoActiveSubscription />
  const { plan, auto_renew, failed, period_end } = subscription
  return (
    <div className="max-w-2xl space-y-4">
      <p className="text-base text-foreground-muted">
        {auto_renew
          ? messages.lead
          : subscriptionMessages.cancelled_detail(failed?.access_until ?? period_end)}
      </p>
      <section aria-label={subscriptionMessages.title} className="space-y-4 panel p-5 md:p-7">
        <h2 className="text-xl font-extrabold">{subscriptionMessages.plan(plan.name)}</h2>
        <dl className="space-y-2 text-sm">
          <SubscriptionDetails memberSubscription={query.data} />
        </dl>
        {pending_order_id ? (
          <ChargePendingAlert />
        ) : (
          <ChargeFailedAlert subscription={subscription} now={query.dataUpdatedAt} hideActions />
        )}
        <ChargeRefundOffer subscription={subscription} />
      </section>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {auto_renew ? (
          // 해지 취소 was in this place.
          <ButtonLink
            to={cancelConfirmPath}
            variant="danger"
            onClick={(event) => isDoublePress(event) && event.preventDefault()}
          >
            {messages.start}
          </ButtonLink>
        ) : (
          <ResumeSubscriptionButton />
        )}
        <ButtonLink to={plansPath}>{subscriptionMessages.change}</ButtonLink>
        <ButtonLink to={paymentCardPath} variant="ghost">
          {subscriptionMessages.change_card}
        </ButtonLink>
      </div>
    </div>
  )
}
