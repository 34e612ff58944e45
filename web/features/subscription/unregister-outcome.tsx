import { unregisterCopy as words } from '#web/copy/subscription.ts'
import { isRunning, useSubscription } from '#web/data/subscription.ts'
import { homePath, mypagePath, newInquiryPath, unregisterCheckPath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/notice.tsx'
import { useLocation } from 'react-router'
import { Outcome } from './outcome.tsx'
import { NothingToStop } from './unregister-page.tsx'

/**
 * `/success` and `/fail`: how it went. Both read how it stands, so that either says what is true whenever somebody looks;
 * an answer that was lost on the way is found here.
 */
export function UnregisterOutcome({ failed }: { failed: boolean }) {
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
      <UnregisterWaiting />
    )
  const { subscription } = mine.data
  if (!isRunning(subscription))
    return mine.data.subscription?.refundable.obstacle === 'already_refunded' ? (
      <Outcome
        icon="check"
        title={words.success_title}
        detail={words.success_back}
        actions={
          <ButtonLink to={homePath} look="primary" size="lg" icon="home">
            {words.home}
          </ButtonLink>
        }
      />
    ) : (
      <div className="gutter flex min-h-[60dvh] items-center pt-(--header)">
        <NothingToStop heading="h1" />
      </div>
    )
  const { auto_renew, next_charge, period_end } = subscription
  const until = subscription.failed?.access_until ?? period_end
  if (!auto_renew)
    return (
      <Outcome
        icon="check"
        title={words.success_title}
        detail={
          mine.dataUpdatedAt < Date.parse(until)
            ? `${words.success_detail(until)} ${words.undo}`
            : words.success_over
        }
        actions={
          <>
            <ButtonLink to={homePath} look="primary" size="lg" icon="home">
              {words.home}
            </ButtonLink>
            <ButtonLink to={mypagePath} size="lg">
              {words.mypage}
            </ButtonLink>
          </>
        }
      />
    )
  if (failed) return <Failed why={whyIn(state)} />
  return (
    <Outcome
      icon="info"
      title={words.running_title}
      detail={next_charge && words.running_detail(next_charge.at, next_charge.amount)}
      actions={
        <>
          <ButtonLink to={mypagePath} look="primary" size="lg">
            {words.mypage}
          </ButtonLink>
          <ButtonLink to={unregisterCheckPath} size="lg">
            {words.go}
          </ButtonLink>
        </>
      }
    />
  )
}

export const UnregisterWaiting = () => <Outcome title={words.waiting} />

const whyIn = (state: unknown): string =>
  (state as { why?: string } | null)?.why ?? words.fail_detail

function Failed({ why }: { why: string }) {
  return (
    <Outcome
      icon="warning"
      title={words.fail_title}
      detail={`${why} ${words.fail_next}`}
      actions={
        <>
          <ButtonLink to={unregisterCheckPath} look="primary" size="lg">
            {words.again}
          </ButtonLink>
          <ButtonLink to={newInquiryPath} size="lg">
            {words.ask}
          </ButtonLink>
        </>
      }
    />
  )
}
