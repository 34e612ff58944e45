import { cancelMessages, subscriptionMessages, cancelMessages as words } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { MypageLayout } from '#web/app/layouts/mypage-layout.tsx'
import { CancelSkeleton, NoActiveSubscription } from './cancel-states.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  cancelConfirmPath,
  mypagePath,
  cancelFailPath,
  cancelSubscriptionPath,
  cancelSuccessPath,
} from '#web/routing/paths.ts'
import type { Route } from './+types/cancel-confirm.route.ts'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import { errorMessage } from '#web/api/error-message.ts'
import {
  isActiveSubscription,
  payChargeBack,
  setRenewal,
  useSubscription,
} from './use-subscription.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'
import { useState, type MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { ChargePendingAlert } from './subscription-alerts.tsx'
import { ResumeSubscriptionButton } from './subscription-summary.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = cancelMessages
  return pageMeta(matches, { title, description, path: cancelConfirmPath, hidden: true })
}

export default function UnregisterChecked() {
  return (
    <MypageLayout title={cancelMessages.check_title}>
      <RequireMember skeleton={<CancelSkeleton />}>
        {() => (
          <MemberQueryProvider>
            <CancelConfirmPage />
          </MemberQueryProvider>
        )}
      </RequireMember>
    </MypageLayout>
  )
}

/** Until when it can be used, and the one confirmation: nothing is asked twice (D-19). */
function CancelConfirmPage() {
  const { mine } = useSubscription()
  /** What was pressed, and on what: it stands until the next page does, however the press changed it. */
  const [pressed, setPressed] = useState<{ way: 'back' | 'use'; mine: MemberSubscription }>()
  const navigate = useNavigate()

  /** @param paid_back won, which the next page tells. */
  async function stop(
    event: MouseEvent,
    way: 'back' | 'use',
    how: () => Promise<unknown>,
    paid_back = 0,
  ) {
    // On a phone this stands where what led here stood.
    if (isDoublePress(event)) return
    if (mine.data) setPressed({ way, mine: mine.data })
    try {
      await how()
      await navigate(cancelSuccessPath, { replace: true, state: { paid_back } })
    } catch (error) {
      await navigate(cancelFailPath, { replace: true, state: { why: errorMessage(error) } })
    }
  }

  if (!mine.data)
    return mine.isError ? (
      <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
    ) : (
      <CancelSkeleton />
    )
  const { subscription, pending_order_id } = pressed?.mine ?? mine.data
  if (!isActiveSubscription(subscription)) return <NoActiveSubscription />
  const { plan, auto_renew, failed, period_end, refundable, order_id } = subscription
  const until = failed?.access_until ?? period_end
  const plays = mine.dataUpdatedAt < Date.parse(until)
  // D-55: what could be paid back goes back with it, unless he says that he uses it up.
  const goesBack = auto_renew && refundable.is_refundable
  const list = goesBack ? words.back_list(refundable.reverts_to_plan) : words.check_list
  return (
    <div className="max-w-2xl space-y-5">
      {pending_order_id && <ChargePendingAlert />}
      <section
        aria-labelledby="until"
        className="rounded-2xl bg-surface p-5 inset-ring inset-ring-border md:p-7"
      >
        <p className="text-sm text-foreground-muted">{subscriptionMessages.plan(plan.name)}</p>
        <h2 id="until" className="tabular-nums mt-1 text-xl font-extrabold md:text-2xl">
          {goesBack
            ? words.back_title(refundable.amount)
            : plays
              ? words.check_until(until)
              : words.check_over}
        </h2>
        <ul className="mt-5 space-y-4">
          {list.map(([title, detail]) => (
            <li key={title} className="flex gap-3.5">
              <Icon name="check" className="mt-0.5 size-5 text-accent" />
              <div>
                <p className="text-base font-semibold">{title}</p>
                <p className="text-sm text-foreground-muted">{detail}</p>
              </div>
            </li>
          ))}
        </ul>
        {failed && <p className="mt-4 text-sm text-foreground-muted">{words.owed}</p>}
        {refundable.is_refundable && !auto_renew && (
          <Link
            to={cancelSubscriptionPath}
            className="mt-4 inline-flex min-h-11 items-center gap-1 font-semibold text-accent-bright underline underline-offset-4"
          >
            {words.refund_still}
            <Icon name="right" className="size-4" />
          </Link>
        )}
      </section>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        {auto_renew ? (
          <>
            {goesBack && (
              <Button
                look="danger"
                busy={pressed?.way === 'back'}
                disabled={pressed?.way === 'use'}
                onClick={(event) =>
                  void stop(event, 'back', () => payChargeBack(order_id ?? ''), refundable.amount)
                }
              >
                {words.confirm_back(refundable.amount)}
              </Button>
            )}
            <Button
              look={goesBack ? 'plain' : 'danger'}
              busy={pressed?.way === 'use'}
              disabled={pressed?.way === 'back'}
              onClick={(event) => void stop(event, 'use', () => setRenewal(false))}
            >
              {goesBack ? words.confirm_use(until) : words.confirm}
            </Button>
            <ButtonLink to={mypagePath}>{words.keep}</ButtonLink>
          </>
        ) : (
          <>
            <p className="flex min-h-11 items-center font-semibold">
              {subscriptionMessages.stopped}
            </p>
            <ResumeSubscriptionButton />
          </>
        )}
      </div>
    </div>
  )
}
