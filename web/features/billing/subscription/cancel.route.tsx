import { cancelMessages, subscriptionMessages, cancelMessages as words } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { MypageLayout } from '#web/app/layouts/mypage-layout.tsx'
import { openRefundDialog } from '#web/features/billing/purchases/refund-dialog.tsx'
import {
  chargeRefundTarget,
  ResumeSubscriptionButton,
  type PayBack,
  ChargeRefundOffer,
  SubscriptionDetails,
} from './subscription-summary.tsx'
import { CancelSkeleton, NoActiveSubscription } from './cancel-states.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  cancelSubscriptionPath,
  paymentCardPath,
  plansPath,
  cancelConfirmPath,
} from '#web/routing/paths.ts'
import type { Route } from './+types/cancel.route.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'
import { ChargePendingAlert, ChargeFailedAlert } from './subscription-alerts.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = cancelMessages
  return pageMeta(matches, { title, description, path: cancelSubscriptionPath, hidden: true })
}

export default function Unregister() {
  return (
    <MypageLayout title={cancelMessages.title}>
      <RequireMember skeleton={<CancelSkeleton />}>
        {() => (
          <MemberQueryProvider>
            <CancelSubscriptionPage
              payBack={(subscription) => openRefundDialog(chargeRefundTarget(subscription))}
            />
          </MemberQueryProvider>
        )}
      </RequireMember>
    </MypageLayout>
  )
}

/** `/mypage/unregister`: the subscription as it stands, and the way to stop it (D-19). */
function CancelSubscriptionPage({ payBack }: { payBack: PayBack }) {
  const { mine } = useSubscription()
  if (!mine.data)
    return mine.isError ? (
      <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
    ) : (
      <CancelSkeleton />
    )
  const { subscription, pending_order_id } = mine.data
  if (!isActiveSubscription(subscription)) return <NoActiveSubscription />
  const { plan, auto_renew, failed, period_end } = subscription
  return (
    <div className="max-w-2xl space-y-4">
      <p className="text-base text-foreground-muted">
        {auto_renew
          ? words.lead
          : subscriptionMessages.stopped_detail(failed?.access_until ?? period_end)}
      </p>
      <section
        aria-label={subscriptionMessages.title}
        className="space-y-4 rounded-2xl bg-surface p-5 inset-ring inset-ring-border md:p-7"
      >
        <h2 className="text-xl font-extrabold">{subscriptionMessages.plan(plan.name)}</h2>
        <dl className="space-y-1.5 text-sm">
          <SubscriptionDetails mine={mine.data} />
        </dl>
        {pending_order_id ? (
          <ChargePendingAlert />
        ) : (
          <ChargeFailedAlert subscription={subscription} now={mine.dataUpdatedAt} bare />
        )}
        <ChargeRefundOffer subscription={subscription} payBack={payBack} />
      </section>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        {auto_renew ? (
          // It stands where 해지 취소 stood.
          <ButtonLink
            to={cancelConfirmPath}
            look="danger"
            onClick={(event) => isDoublePress(event) && event.preventDefault()}
          >
            {words.go}
          </ButtonLink>
        ) : (
          <ResumeSubscriptionButton />
        )}
        <ButtonLink to={plansPath}>{subscriptionMessages.change}</ButtonLink>
        <ButtonLink to={paymentCardPath} look="quiet">
          {subscriptionMessages.change_card}
        </ButtonLink>
      </div>
    </div>
  )
}
