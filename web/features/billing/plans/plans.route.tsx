import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { plansMessages, plansMessages as words } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { openRefundDialog } from '#web/features/billing/purchases/refund-dialog.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { plansPath, paymentCardPath, cancelConfirmPath } from '#web/routing/paths.ts'
import {
  chargeRefundTarget,
  ResumeSubscriptionButton,
  type PayBack,
  ChargeRefundOffer,
  SubscriptionDetails,
} from '#web/features/billing/subscription/subscription-summary.tsx'
import type { Route } from './+types/plans.route.ts'
import type { MemberSubscription, Plan } from '#contract/transactions/subscriptions.ts'
import { subscriptionMessages } from '#web/features/billing/subscription/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import {
  isActiveSubscription,
  useSubscription,
} from '#web/features/billing/subscription/use-subscription.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { useState } from 'react'
import {
  ChargePendingAlert,
  ChargeFailedAlert,
  ChargeDeclinedAlert,
} from '#web/features/billing/subscription/subscription-alerts.tsx'
import { openPlanDialog } from './open-plan-dialog.ts'
import { PlanCard } from './plan-card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await context.get(apiContext)(viewerEndpoints.subscriptions.listPlans, {})
  return results
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = plansMessages
  return pageMeta(matches, { title, description, path: plansPath })
}

export default function Plans({ loaderData }: Route.ComponentProps) {
  return (
    <MemberQueryProvider>
      <PlansPage
        plans={loaderData}
        logIn={() => openLoginDialog()}
        payBack={(subscription) => openRefundDialog(chargeRefundTarget(subscription))}
      />
    </MemberQueryProvider>
  )
}

/**
 * The plans beside each other, for everybody; a member sees which is his, and changes it here. `logIn` asks a visitor who
 * wants one to sign in first.
 */
function PlansPage({
  plans,
  logIn,
  payBack,
}: {
  plans: readonly Plan[]
  logIn: () => Promise<boolean>
  payBack: PayBack
}) {
  const { state } = useAuth()
  const member = state === 'signed_in'
  const { mine, charged } = useSubscription(member)
  const next = useRedirectPath()
  const data = member ? mine.data : undefined
  const subscription = isActiveSubscription(data?.subscription) ? data.subscription : null
  const charging = data?.pending_order_id != null
  /** A charge that failed is said until another choice was made. */
  const [over, setOver] = useState<string>()

  async function pick(plan: Plan) {
    if (state !== 'signed_in' && !(await logIn())) return
    const done = await openPlanDialog(plan, next)
    if (done) setOver(charged?.order_id)
  }

  return (
    <div className="page-gutter mx-auto w-full max-w-[72rem] pt-[calc(var(--header-height)+1.5rem)] md:pt-[calc(var(--header-height)+3rem)]">
      <h1 className="text-2xl font-extrabold md:text-3xl">{words.title}</h1>
      <p className="mt-2 text-base text-pretty text-foreground-muted">{words.lead}</p>
      {member && (
        <div className="mt-6 space-y-4 empty:hidden">
          {mine.isError && !data && (
            <InlineRetry busy={mine.isFetching} onRetry={() => void mine.refetch()}>
              {words.mine_failed}
            </InlineRetry>
          )}
          {charging ? (
            <ChargePendingAlert />
          ) : (
            charged?.order_id !== over && <ChargeDeclinedAlert order={charged} />
          )}
          {data && subscription && (
            <Mine
              mine={data}
              now={mine.dataUpdatedAt}
              payBack={payBack}
              onPay={() => void pick(subscription.next_plan ?? subscription.plan)}
            />
          )}
        </div>
      )}
      <ul
        aria-label={words.list}
        className="mt-6 grid gap-3 md:mt-8 md:grid-cols-3 md:gap-4 lg:gap-5"
      >
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            subscription={subscription}
            waits={charging}
            onPick={() => void pick(plan)}
          />
        ))}
      </ul>
      <p className="mt-3 text-xs text-foreground-subtle">
        {words.tax} {words.not_in}
      </p>
      <section aria-labelledby="good" className="mt-10 md:mt-14">
        <h2 id="good" className="text-lg font-bold md:text-xl">
          {words.good_title}
        </h2>
        <dl className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-2">
          {words.good.map(([title, detail]) => (
            <div key={title} className="border-t border-border pt-4">
              <dt className="text-base font-semibold">{title}</dt>
              <dd className="mt-1 text-sm text-pretty text-foreground-muted">{detail}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

/** What the member has now, with what can be done about it. */
function Mine({
  mine,
  now,
  payBack,
  onPay,
}: {
  mine: MemberSubscription
  now: number
  payBack: PayBack
  onPay: () => void
}) {
  const { subscription } = mine
  if (!subscription) return null
  const { plan, auto_renew, failed, period_end } = subscription
  const charging = mine.pending_order_id !== null
  return (
    <section
      aria-label={words.mine}
      tabIndex={-1}
      className="space-y-4 rounded-2xl bg-surface p-5 outline-none inset-ring inset-ring-border md:p-7"
    >
      <div className="gap-10 md:flex md:items-start md:justify-between">
        <div>
          <h2 className="text-sm font-semibold text-foreground-muted">{words.mine}</h2>
          <p className="mt-1 flex items-center gap-2.5">
            <span className="text-2xl font-extrabold">{plan.name}</span>
            {!auto_renew && <Badge tone="wash">{subscriptionMessages.stopped}</Badge>}
          </p>
        </div>
        <dl className="space-y-1.5 text-sm max-md:mt-4 md:min-w-80">
          <SubscriptionDetails mine={mine} />
        </dl>
      </div>
      {!charging && <ChargeFailedAlert subscription={subscription} now={now} onPay={onPay} />}
      {!auto_renew && (
        <p className="text-sm text-foreground-muted">
          {subscriptionMessages.stopped_detail(failed?.access_until ?? period_end)}
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {!failed && (
          <ButtonLink to={paymentCardPath}>
            {mine.card ? subscriptionMessages.change_card : subscriptionMessages.register_card}
          </ButtonLink>
        )}
        {auto_renew ? (
          // Alone, it stands with its word where the lines above begin.
          <ButtonLink to={cancelConfirmPath} look="quiet" className="first:-ml-5">
            {subscriptionMessages.stop}
          </ButtonLink>
        ) : (
          <ResumeSubscriptionButton />
        )}
      </div>
      <ChargeRefundOffer subscription={subscription} payBack={payBack} />
    </section>
  )
}
