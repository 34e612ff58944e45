import { unregisterCopy, subscriptionCopy, unregisterCopy as words } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { MypageFrame } from '#web/app/layouts/mypage-layout.tsx'
import { openRefund } from '#web/features/billing/purchases/refund-dialog.tsx'
import {
  refundOfCharge,
  GoOn,
  type PayBack,
  RefundLine,
  StandingFacts,
} from './subscription-summary.tsx'
import { UnregisterSkeleton, NothingToStop } from './cancel-states.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { unregisterPath, planCardPath, plansPath, unregisterCheckPath } from '#web/routing/paths.ts'
import type { Route } from './+types/cancel.route.ts'
import { isRunning, useSubscription } from './use-subscription.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { isSecondPress } from '#web/ui/dialog/double-press.ts'
import { Charging, FailedCharge } from './subscription-alerts.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = unregisterCopy
  return pageMeta(matches, { title, description, path: unregisterPath, hidden: true })
}

export default function Unregister() {
  return (
    <MypageFrame title={unregisterCopy.title}>
      <MemberOnly skeleton={<UnregisterSkeleton />}>
        {() => (
          <Queries>
            <UnregisterPage payBack={(subscription) => openRefund(refundOfCharge(subscription))} />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}

/** `/mypage/unregister`: the subscription as it stands, and the way to stop it (D-19). */
function UnregisterPage({ payBack }: { payBack: PayBack }) {
  const { mine } = useSubscription()
  if (!mine.data)
    return mine.isError ? (
      <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
    ) : (
      <UnregisterSkeleton />
    )
  const { subscription, pending_order_id } = mine.data
  if (!isRunning(subscription)) return <NothingToStop />
  const { plan, auto_renew, failed, period_end } = subscription
  return (
    <div className="max-w-2xl space-y-4">
      <p className="text-base text-paper-2">
        {auto_renew
          ? words.lead
          : subscriptionCopy.stopped_detail(failed?.access_until ?? period_end)}
      </p>
      <section
        aria-label={subscriptionCopy.title}
        className="space-y-4 rounded-2xl bg-surface p-5 inset-ring inset-ring-line md:p-7"
      >
        <h2 className="text-xl font-extrabold">{subscriptionCopy.plan(plan.name)}</h2>
        <dl className="space-y-1.5 text-sm">
          <StandingFacts mine={mine.data} />
        </dl>
        {pending_order_id ? (
          <Charging />
        ) : (
          <FailedCharge subscription={subscription} now={mine.dataUpdatedAt} bare />
        )}
        <RefundLine subscription={subscription} payBack={payBack} />
      </section>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        {auto_renew ? (
          // It stands where 해지 취소 stood.
          <ButtonLink
            to={unregisterCheckPath}
            look="danger"
            onClick={(event) => isSecondPress(event) && event.preventDefault()}
          >
            {words.go}
          </ButtonLink>
        ) : (
          <GoOn />
        )}
        <ButtonLink to={plansPath}>{subscriptionCopy.change}</ButtonLink>
        <ButtonLink to={planCardPath} look="quiet">
          {subscriptionCopy.change_card}
        </ButtonLink>
      </div>
    </div>
  )
}
