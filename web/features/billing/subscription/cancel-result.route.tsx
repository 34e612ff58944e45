import { cancelMessages as messages } from './messages.ko.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { newInquiryPath, cancelConfirmPath, cancelFailPath } from '#web/routing/account-paths.ts'
import { homePath, mypagePath } from '#web/routing/paths.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ResultPage, ResultActions } from '#web/ui/layout/result-page.tsx'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useLocation } from 'react-router'
import type { Route } from './+types/cancel-result.route.ts'
import { NoActiveSubscription } from './subscription-summary.tsx'

export function meta({ location, matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: location.pathname, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: CancelPending }

const toMypage = { to: mypagePath, label: messages.mypage }

/**
 * `/success` and `/fail`. Both show the current subscription, so that they are correct whenever opened and even if
 * the response was lost.
 */
export default function CancelResult() {
  const { query } = useSubscription()
  const { pathname, state } = useLocation()
  const failed = pathname.startsWith(cancelFailPath)
  if (!query.data)
    return query.isError ? (
      failed ? (
        <CancelFailed message={errorIn(state)} />
      ) : (
        <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      )
    ) : (
      <CancelPending />
    )
  const { subscription } = query.data
  if (!isActiveSubscription(subscription))
    return query.data.subscription?.refundable.ineligibility_reason === 'already_refunded' ? (
      <ResultPage
        icon="check"
        title={messages.success_title}
        detail={messages.success_refunded}
        actions={<ResultActions actions={[{ to: homePath, label: messages.home, icon: 'home' }]} />}
      />
    ) : (
      <div className="page-gutter flex min-h-[60dvh] items-center pt-(--header-height)">
        <NoActiveSubscription heading="h1" />
      </div>
    )
  const { plan, auto_renew, next_charge, period_end } = subscription
  const until = subscription.failed?.access_until ?? period_end
  // The refunded plan has ended; the previous plan continues until its period ends.
  const paidBack = (state as { paid_back?: number } | null)?.paid_back ?? 0
  if (!auto_renew)
    return (
      <ResultPage
        icon="check"
        title={messages.success_title}
        detail={
          paidBack > 0
            ? messages.success_reverted(paidBack, plan.name, until)
            : query.dataUpdatedAt < Date.parse(until)
              ? `${messages.success_detail(until)} ${messages.undo}`
              : messages.success_ended
        }
        actions={
          <ResultActions
            actions={[{ to: homePath, label: messages.home, icon: 'home' }, toMypage]}
          />
        }
      />
    )
  if (failed) return <CancelFailed message={errorIn(state)} />
  return (
    <ResultPage
      icon="info"
      title={messages.not_cancelled_title}
      detail={next_charge && messages.not_cancelled_detail(next_charge.at, next_charge.amount)}
      actions={
        <ResultActions actions={[toMypage, { to: cancelConfirmPath, label: messages.start }]} />
      }
    />
  )
}

function CancelPending() {
  return <ResultPage title={messages.checking} />
}

const errorIn = (state: unknown): string =>
  (state as { why?: string } | null)?.why ?? messages.fail_detail

function CancelFailed({ message }: { message: string }) {
  return (
    <ResultPage
      icon="warning"
      title={messages.fail_title}
      detail={`${message} ${messages.fail_next}`}
      actions={
        <ResultActions
          actions={[
            { to: cancelConfirmPath, label: messages.retry },
            { to: newInquiryPath, label: messages.inquire },
          ]}
        />
      }
    />
  )
}
