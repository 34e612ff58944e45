import { cancelMessages as words } from './messages.ko.ts'
import { isActiveSubscription, useSubscription } from './use-subscription.ts'
import { homePath, mypagePath, newInquiryPath, cancelConfirmPath } from '#web/routing/paths.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ResultPage, ResultActions } from '#web/ui/layout/result-page.tsx'
import { useLocation } from 'react-router'
import { NoActiveSubscription } from './cancel-states.tsx'

const toMypage = { to: mypagePath, words: words.mypage }

/**
 * `/success` and `/fail`: how it went. Both read how it stands, so that either says what is true whenever somebody looks;
 * an answer that was lost on the way is found here.
 */
export function CancelResult({ failed }: { failed: boolean }) {
  const { mine } = useSubscription()
  const { state } = useLocation()
  if (!mine.data)
    return mine.isError ? (
      failed ? (
        <Failed why={whyIn(state)} />
      ) : (
        <ErrorState busy={mine.isFetching} onRetry={() => void mine.refetch()} />
      )
    ) : (
      <CancelPending />
    )
  const { subscription } = mine.data
  if (!isActiveSubscription(subscription))
    return mine.data.subscription?.refundable.ineligibility_reason === 'already_refunded' ? (
      <ResultPage
        icon="check"
        title={words.success_title}
        detail={words.success_back}
        actions={<ResultActions ways={[{ to: homePath, words: words.home, icon: 'home' }]} />}
      />
    ) : (
      <div className="page-gutter flex min-h-[60dvh] items-center pt-(--header-height)">
        <NoActiveSubscription heading="h1" />
      </div>
    )
  const { plan, auto_renew, next_charge, period_end } = subscription
  const until = subscription.failed?.access_until ?? period_end
  // It ended what was paid for; what runs is the rest of the plan before.
  const paid_back = (state as { paid_back?: number } | null)?.paid_back ?? 0
  if (!auto_renew)
    return (
      <ResultPage
        icon="check"
        title={words.success_title}
        detail={
          paid_back > 0
            ? words.success_before(paid_back, plan.name, until)
            : mine.dataUpdatedAt < Date.parse(until)
              ? `${words.success_detail(until)} ${words.undo}`
              : words.success_over
        }
        actions={
          <ResultActions ways={[{ to: homePath, words: words.home, icon: 'home' }, toMypage]} />
        }
      />
    )
  if (failed) return <Failed why={whyIn(state)} />
  return (
    <ResultPage
      icon="info"
      title={words.running_title}
      detail={next_charge && words.running_detail(next_charge.at, next_charge.amount)}
      actions={<ResultActions ways={[toMypage, { to: cancelConfirmPath, words: words.go }]} />}
    />
  )
}

export const CancelPending = () => <ResultPage title={words.waiting} />

const whyIn = (state: unknown): string =>
  (state as { why?: string } | null)?.why ?? words.fail_detail

function Failed({ why }: { why: string }) {
  return (
    <ResultPage
      icon="warning"
      title={words.fail_title}
      detail={`${why} ${words.fail_next}`}
      actions={
        <ResultActions
          ways={[
            { to: cancelConfirmPath, words: words.again },
            { to: newInquiryPath, words: words.ask },
          ]}
        />
      }
    />
  )
}
