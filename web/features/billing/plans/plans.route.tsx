import { useService } from '#web/lib/service.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { plansMessages as messages, planDialogMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { plansPath, paymentCardPath, cancelConfirmPath } from '#web/routing/account-paths.ts'
import {
  ResumeSubscriptionButton,
  SubscriptionDetails,
  ChargePendingAlert,
  ChargeFailedAlert,
  ChargeDeclinedAlert,
} from '#web/features/billing/subscription/subscription-summary.tsx'
import { ChargeRefundOffer } from '#web/features/billing/subscription/charge-refund-offer.tsx'
import type { Route } from './+types/plans.route.ts'
import type { MemberSubscription, Plan } from '#contract/transactions/subscriptions.ts'
import { subscriptionMessages } from '#web/features/billing/subscription/messages.ko.ts'
import { useAuth, useIsChild } from '#web/session/auth-store.ts'
import {
  isActiveSubscription,
  useSubscription,
} from '#web/features/billing/subscription/use-subscription.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { SidebarLayout } from '#web/ui/layout/sidebar-layout.tsx'
import { mypageMessages } from '#web/features/account/mypage/messages.ko.ts'
import {
  childMypageItems,
  mypageItems,
  supportLink,
} from '#web/features/account/mypage/mypage-links.ts'
import { ClosedToChildren } from '#web/features/account/profiles/closed-to-children.tsx'
import { useState, type ReactNode, createElement } from 'react'
import { PlanCard, type PlanFeature } from './plan-card.tsx'
import { Link, useRevalidator } from 'react-router'
import { seriesPath } from '#web/routing/paths.ts'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'

/** Posters above the plans: one row on wide screens. */
const maxPosters = 12

/** Features by which plans may differ. Those that all plans share are one sentence below the cards. */
const planFeatures: readonly PlanFeature[] = ['quality', 'streams']

/**
 * The plan with the best picture at the lowest price. Undefined if a single plan has it: then the choice is one of price, and
 * nothing is recommended.
 */
function recommendedPlan(plans: readonly Plan[]): Plan | undefined {
  const best = Math.max(...plans.map(({ max_height }) => max_height))
  const candidates = plans.filter(({ max_height }) => max_height === best)
  return candidates.length > 1 ? candidates.toSorted((a, b) => a.price - b.price)[0] : undefined
}

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const [plans, works] = await Promise.all([
    call(viewerEndpoints.subscriptions.listPlans, {}),
    call(viewerEndpoints.contents.listSeries, {
      query: { access: 'plan', limit: maxPosters },
    }),
  ])
  return { plans: plans.results, works: { ...works, results: works.results.map(toPosterCardData) } }
}

type PlanWorks = { count: number; results: readonly PosterCardData[] }

/** A row of what one gets. */
function PlanPosters({ works }: { works: readonly PosterCardData[] }) {
  if (works.length === 0) return null
  return (
    <ul
      aria-label={messages.works}
      className="mt-5 grid auto-cols-[minmax(6.5rem,1fr)] grid-flow-col gap-2 overflow-x-auto pb-2 *:max-w-40 md:gap-4"
    >
      {works.map(({ id, title, poster_url, poster_color, genre }) => (
        <li key={id}>
          <Link to={seriesPath(id)} aria-label={title} className="block rounded-control">
            <ResponsiveImage
              url={poster_url}
              kind="poster"
              color={poster_color}
              sizes="(min-width: 48rem) 132px, 104px"
              placeholder={<PosterPlaceholder title={title} genre={genre} />}
              className="rounded-card shadow-card"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: plansPath })
}

export default function Plans({
  loaderData: { plans, works },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <MemberQueryProvider>
      <PlansLayout>
        <ClosedToChildren>
          <PlansPage plans={plans} works={works} />
        </ClosedToChildren>
      </PlansLayout>
    </MemberQueryProvider>
  )
}

/** The account navigation beside the plans, for members. The heading is the same for all. */
function PlansLayout({ children }: { children: ReactNode }) {
  const { state } = useAuth()
  const isChild = useIsChild()
  return (
    <SidebarLayout
      title={messages.title}
      nav={mypageMessages.nav}
      items={isChild ? childMypageItems : mypageItems}
      exitItem={supportLink}
      hideNav={state !== 'signed_in'}
    >
      {children}
    </SidebarLayout>
  )
}

/** All plans, public; members see their current plan and change it here. */
function PlansPage({ plans, works }: { plans: readonly Plan[]; works: PlanWorks }) {
  const { state } = useAuth()
  const isMember = state === 'signed_in'
  const isClosed = useService().is_selling === false
  const { query, settledOrder } = useSubscription(isMember)
  const { revalidate } = useRevalidator()
  const returnPath = useRedirectPath()
  const data = isMember ? query.data : undefined
  const subscription = isActiveSubscription(data?.subscription) ? data.subscription : null
  const isCharging = data?.pending_order_id != null
  const recommended = recommendedPlan(plans)
  const isEqual = (feature: PlanFeature) =>
    new Set(plans.map((plan) => messages.features[feature](plan))).size === 1
  const features = planFeatures.filter((feature) => !isEqual(feature))
  const common = planFeatures.flatMap((feature) =>
    isEqual(feature) ? plans.slice(0, 1).map(messages.features[feature]) : [],
  )
  /** A declined charge is shown until the next plan selection. */
  const [dismissedOrderId, setDismissedOrderId] = useState<string>()

  async function selectPlan(plan: Plan) {
    if (state !== 'signed_in' && !(await openLoginDialog())) return
    const done = await openPlanDialog(plan, returnPath)
    if (done) setDismissedOrderId(settledOrder?.order_id)
    // The dialog may have said that the plan has other terms by now.
    else void revalidate()
  }

  return (
    <div className="max-w-[72rem]">
      <p className="-mt-3 text-base md:-mt-5 text-pretty text-foreground-muted">
        {messages.lead(works.count)}
      </p>
      <PlanPosters works={works.results} />
      {isMember && (
        <div className="mt-6 space-y-4 empty:hidden">
          {query.isError && !data && (
            <InlineRetry isRetrying={query.isFetching} onRetry={() => void query.refetch()}>
              {messages.current_plan_failed}
            </InlineRetry>
          )}
          {isCharging ? (
            <ChargePendingAlert />
          ) : (
            settledOrder?.order_id !== dismissedOrderId && (
              <ChargeDeclinedAlert order={settledOrder} />
            )
          )}
          {data && subscription && (
            <CurrentPlan
              memberSubscription={data}
              now={query.dataUpdatedAt}
              onPay={() => void selectPlan(subscription.next_plan ?? subscription.plan)}
            />
          )}
        </div>
      )}
      <ul
        aria-label={messages.list}
        className="mt-6 grid gap-3 md:mt-8 md:grid-cols-3 md:gap-4 lg:gap-5"
      >
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            subscription={subscription}
            isRecommended={!isCharging && !subscription && plan === recommended}
            isDisabled={isCharging}
            isClosed={isClosed}
            features={features}
            onSelect={() => void selectPlan(plan)}
          />
        ))}
      </ul>
      <p className="mt-4 text-sm text-pretty text-foreground-muted">
        {messages.common(common)} {messages.not_included}
      </p>
      <p className="mt-1 text-xs text-foreground-subtle">{messages.tax}</p>
      <section aria-labelledby="good" className="mt-10 md:mt-14">
        <h2 id="good" className="text-lg font-bold md:text-xl">
          {messages.notes_title}
        </h2>
        <dl className="mt-4 grid gap-x-10 gap-y-5 md:grid-cols-2">
          {messages.notes.map(([title, detail]) => (
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

/** The current plan with its actions. */
function CurrentPlan({
  memberSubscription,
  now,
  onPay,
}: {
  memberSubscription: MemberSubscription
  now: number
  onPay: () => void
}) {
  const { subscription } = memberSubscription
  if (!subscription) return null
  const { plan, auto_renew, failed, period_end } = subscription
  const isCharging = memberSubscription.pending_order_id !== null
  return (
    <section
      aria-label={messages.current_plan}
      tabIndex={-1}
      className="space-y-4 panel p-5 outline-none md:p-7"
    >
      <div className="gap-10 md:flex md:items-start md:justify-between">
        <div>
          <h2 className="text-sm font-semibold text-foreground-muted">{messages.current_plan}</h2>
          <p className="mt-1 flex items-center gap-2">
            <span className="text-2xl font-extrabold">{plan.name}</span>
            {!auto_renew && <Badge tone="accent_subtle">{subscriptionMessages.cancelled}</Badge>}
          </p>
        </div>
        <dl className="space-y-2 text-sm max-md:mt-4 md:min-w-80">
          <SubscriptionDetails memberSubscription={memberSubscription} />
        </dl>
      </div>
      {!isCharging && <ChargeFailedAlert subscription={subscription} now={now} onPay={onPay} />}
      {!auto_renew && (
        <p className="text-sm text-foreground-muted">
          {subscriptionMessages.cancelled_detail(failed?.access_until ?? period_end)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!failed && (
          <ButtonLink to={paymentCardPath}>
            {memberSubscription.card
              ? subscriptionMessages.change_card
              : subscriptionMessages.register_card}
          </ButtonLink>
        )}
        {auto_renew ? (
          // Without the button before it, align the label with the text above.
          <ButtonLink to={cancelConfirmPath} variant="ghost" className="first:-ml-5">
            {subscriptionMessages.cancel}
          </ButtonLink>
        ) : (
          <ResumeSubscriptionButton />
        )}
      </div>
      <ChargeRefundOffer subscription={subscription} />
    </section>
  )
}

/**
 * Opens the dialog that starts or changes a plan. Its code loads on first use.
 * @param returnPath where to go afterwards, also by way of the card window.
 * @returns whether the plan was started or changed. Without a card the page is left for the card window instead.
 */
async function openPlanDialog(plan: Plan, returnPath: string | null = null): Promise<boolean> {
  const module = await loadingTracker.track(import('./plan-dialog.tsx')).catch(() => null)
  if (!module) {
    toasts.show(planDialogMessages.failed, 'danger')
    return false
  }
  const label = planDialogMessages.dialog(plan.name)
  const done = await dialogs.open<boolean>({ label }, (close) =>
    createElement(module.PlanDialog, { plan, returnPath, close }),
  )
  return done ?? false
}
