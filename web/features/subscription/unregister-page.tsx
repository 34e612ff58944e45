import { subscriptionCopy, unregisterCopy as words } from '#web/copy/subscription.ts'
import { isRunning, useSubscription } from '#web/data/subscription.ts'
import { mypagePath, planCardPath, plansPath, unregisterCheckPath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/notice.tsx'
import { isSecondPress } from '#web/ui/second-press.ts'
import { Charging, FailedCharge } from './notices.tsx'
import { GoOn, type PayBack, RefundLine, StandingFacts } from './standing.tsx'

/** `/mypage/unregister`: the subscription as it stands, and the way to stop it (D-19). */
export function UnregisterPage({ payBack }: { payBack: PayBack }) {
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

export function NothingToStop({ heading }: { heading?: 'h1' }) {
  return (
    <EmptyState
      icon="screen"
      title={words.none}
      {...(heading && { heading })}
      actions={
        <>
          <ButtonLink to={plansPath} look="primary">
            {subscriptionCopy.see_plans}
          </ButtonLink>
          <ButtonLink to={mypagePath}>{words.mypage}</ButtonLink>
        </>
      }
    >
      <p>{words.none_detail}</p>
    </EmptyState>
  )
}

export function UnregisterSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      <div className="shimmer h-4 w-3/5 rounded-sm" />
      <div className="shimmer mt-5 h-64 rounded-2xl" />
      <div className="shimmer mt-5 h-11 w-40 rounded-lg" />
    </div>
  )
}
