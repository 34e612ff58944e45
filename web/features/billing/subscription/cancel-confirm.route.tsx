import { subscriptionMessages, cancelMessages as messages } from './messages.ko.ts'
import {
  CancelSkeleton,
  NoActiveSubscription,
  ChargePendingAlert,
  ResumeSubscriptionButton,
} from './subscription-summary.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  cancelConfirmPath,
  cancelFailPath,
  cancelSubscriptionPath,
  cancelSuccessPath,
} from '#web/routing/account-paths.ts'
import { mypagePath } from '#web/routing/paths.ts'
import type { Route } from './+types/cancel-confirm.route.ts'
import type { MemberSubscription } from '#contract/transactions/subscriptions.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import {
  isActiveSubscription,
  refundCharge,
  setAutoRenew,
  useSubscription,
} from './use-subscription.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { TextLink } from '#web/ui/base/text-link.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: cancelConfirmPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.check_title, Skeleton: CancelSkeleton }

/** The subscription as it was, which stays visible until the next page. */
type Cancellation = { action: 'refund' | 'keep'; data: MemberSubscription }

/** The end of access and a single confirmation. */
export default function CancelConfirmPage() {
  const { query } = useSubscription()
  const navigate = useNavigate()
  const cancellation = useApiMutation(
    ({ action, data: { subscription } }: Cancellation, client): Promise<unknown> =>
      action === 'refund'
        ? refundCharge(subscription?.order_id ?? '')
        : setAutoRenew(client, false),
    {
      errors: 'inline',
      onSuccess: (_, { action, data: { subscription } }) =>
        navigate(cancelSuccessPath, {
          replace: true,
          state: { paid_back: action === 'refund' ? subscription?.refundable.amount : 0 },
        }),
      onError: (error) =>
        navigate(cancelFailPath, { replace: true, state: { why: errorMessage(error) } }),
    },
  )

  function cancel(event: MouseEvent, action: Cancellation['action']) {
    // On phones this button is where the previous page had its link.
    if (query.data && !isDoublePress(event)) cancellation.submit({ action, data: query.data })
  }

  if (!query.data) return <QueryPlaceholder query={query} skeleton={<CancelSkeleton />} />
  const pendingAction = cancellation.input?.action
  const { subscription, pending_order_id } = cancellation.input?.data ?? query.data
  if (!isActiveSubscription(subscription)) return <NoActiveSubscription />
  const { plan, auto_renew, failed, period_end, refundable } = subscription
  const until = failed?.access_until ?? period_end
  const isPlayable = query.dataUpdatedAt < Date.parse(until)
  // Cancelling refunds a refundable charge unless the member chooses to use up the period.
  const isRefunding = auto_renew && refundable.is_refundable
  const consequences = isRefunding
    ? messages.refund_list(refundable.reverts_to_plan)
    : messages.check_list
  return (
    <div className="max-w-2xl space-y-5">
      {pending_order_id && <ChargePendingAlert />}
      <section aria-labelledby="until" className="panel p-5 md:p-7">
        <p className="text-sm text-foreground-muted">{subscriptionMessages.plan(plan.name)}</p>
        <h2 id="until" className="tabular-nums mt-1 text-xl font-extrabold md:text-2xl">
          {isRefunding
            ? messages.refund_title(refundable.amount)
            : isPlayable
              ? messages.check_until(until)
              : messages.check_ended}
        </h2>
        <ul className="mt-5 space-y-4">
          {consequences.map(([title, detail]) => (
            <li key={title} className="flex gap-4">
              <Icon name="check" className="mt-1 size-5 text-accent" />
              <div>
                <p className="text-base font-semibold">{title}</p>
                <p className="text-sm text-foreground-muted">{detail}</p>
              </div>
            </li>
          ))}
        </ul>
        {failed && <p className="mt-4 text-sm text-foreground-muted">{messages.overdue}</p>}
        {refundable.is_refundable && !auto_renew && (
          <TextLink to={cancelSubscriptionPath} tone="accent" className="mt-4 gap-1">
            {messages.still_refundable}
            <Icon name="chevron_right" className="size-4" />
          </TextLink>
        )}
      </section>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {auto_renew ? (
          <>
            {isRefunding && (
              <Button
                variant="danger"
                busy={pendingAction === 'refund'}
                disabled={pendingAction === 'keep'}
                onClick={(event) => cancel(event, 'refund')}
              >
                {messages.confirm_with_refund(refundable.amount)}
              </Button>
            )}
            <Button
              variant={isRefunding ? 'secondary' : 'danger'}
              busy={pendingAction === 'keep'}
              disabled={pendingAction === 'refund'}
              onClick={(event) => cancel(event, 'keep')}
            >
              {isRefunding ? messages.confirm_without_refund(until) : messages.confirm}
            </Button>
            <ButtonLink to={mypagePath}>{messages.keep}</ButtonLink>
          </>
        ) : (
          <>
            <p className="flex min-h-11 items-center font-semibold">
              {subscriptionMessages.cancelled}
            </p>
            <ResumeSubscriptionButton />
          </>
        )}
      </div>
    </div>
  )
}
