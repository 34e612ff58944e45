import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { plansPath } from '#web/routing/account-paths.ts'
import { mypagePath } from '#web/routing/paths.ts'
import { subscriptionMessages, cancelMessages as messages } from './messages.ko.ts'

export function NoActiveSubscription({ heading }: { heading?: 'h1' }) {
  return (
    <EmptyState
      icon="monitor"
      title={messages.none}
      {...(heading && { heading })}
      actions={
        <>
          <ButtonLink to={plansPath} variant="primary">
            {subscriptionMessages.see_plans}
          </ButtonLink>
          <ButtonLink to={mypagePath}>{messages.mypage}</ButtonLink>
        </>
      }
    >
      <p>{messages.none_detail}</p>
    </EmptyState>
  )
}

export function CancelSkeleton() {
  return (
    <div aria-hidden="true" className="max-w-2xl">
      <div className="shimmer h-4 w-3/5 rounded-sm" />
      <div className="shimmer mt-5 h-64 rounded-2xl" />
      <div className="shimmer mt-5 h-11 w-40 rounded-lg" />
    </div>
  )
}
