import { TextLink } from '#web/ui/base/text-link.tsx'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { Outlet, Link, Navigate, PrefetchPageLinks } from 'react-router'
import { joinMessages } from './messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { parseRedirectPath } from '#web/routing/login-redirect.ts'
import { accountsPath } from '#web/routing/account-paths.ts'
import { homePath, loginPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { useEffect, type ReactNode } from 'react'
import { firstIncompleteStep, joinSteps } from './join-steps.ts'
import { joinStore, useJoinStore } from './join-store.ts'
import { StepHeading, useJoinStep } from './step-form.tsx'

const stepNames = joinSteps.map(({ texts }) => texts.step)

/** Layout of the join steps with progress, back link and step guard. */
export default function JoinLayout() {
  const { index, search, pathOf } = useJoinStep()
  const previousStep = joinSteps[index - 1]
  return (
    <div className="page-gutter mx-auto flex w-full max-w-264 flex-col pt-4 lg:flex-row lg:items-start lg:gap-20 lg:pt-20">
      <aside className="mb-7 w-full max-w-120 max-lg:mx-auto lg:sticky lg:top-20 lg:mb-0 lg:w-80 lg:shrink-0">
        <Link
          to={previousStep === undefined ? accountsPath + search : pathOf(previousStep.path)}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-control pr-3 pl-1 text-sm font-semibold text-foreground-muted hover:text-foreground"
        >
          <Icon name="chevron_left" className="size-5" />
          {previousStep === undefined ? joinMessages.to_accounts : joinMessages.back}
        </Link>
        <div className="mt-2 lg:hidden">
          <Stepper names={stepNames} currentIndex={index} />
        </div>
        <div className="mt-6 hidden lg:block">
          <p className="text-4xl font-extrabold">{joinMessages.welcome_title}</p>
          <p className="mt-4 mb-9 text-base text-foreground-muted">{joinMessages.welcome_lead}</p>
          <Stepper names={stepNames} currentIndex={index} orientation="vertical" />
          <HaveAccount search={search} />
        </div>
      </aside>
      <div
        id="join-step"
        className="flex min-h-[calc(100dvh-11.75rem)] w-full max-w-120 min-w-0 flex-col max-lg:mx-auto md:min-h-0 lg:mx-0 lg:min-h-130 lg:max-w-none lg:grow lg:rounded-sheet lg:bg-surface/60 lg:p-12 lg:inset-ring lg:inset-ring-border"
      >
        <StepGuard>
          <Outlet />
        </StepGuard>
        {/* Prefetches later steps, so that a lost connection between two steps loses nothing. */}
        {joinSteps.slice(index + 1).map(({ path }) => (
          <PrefetchPageLinks key={path} page={pathOf(path)} />
        ))}
        {index === 0 && (
          <div className="mt-2 text-center lg:hidden">
            <HaveAccount search={search} />
          </div>
        )}
      </div>
    </div>
  )
}

function HaveAccount({ search }: { search: string }) {
  return (
    <p className="mt-4 text-sm text-foreground-subtle lg:mt-8 lg:px-4">
      {joinMessages.have_account}{' '}
      <TextLink to={loginPath + search} tone="accent" className="px-1">
        {joinMessages.login}
      </TextLink>
    </p>
  )
}

/** Redirects to the first incomplete step; members are redirected away. */
function StepGuard({ children }: { children: ReactNode }) {
  const { step, index, search, pathOf } = useJoinStep()
  const { draft, verified, failed } = useJoinStore()
  const { state } = useAuth()
  const retry = useAsyncAction(joinStore.load)
  useEffect(() => void joinStore.load(), [])

  const isLoading = index > 0 && verified === null
  const first = firstIncompleteStep(draft, verified ?? { email: null, phonenumber: null })

  if (state === 'signed_in')
    return (
      <Navigate
        to={parseRedirectPath(new URLSearchParams(search).get('next')) ?? homePath}
        replace
      />
    )
  if (isLoading && failed)
    return (
      <EmptyState
        icon="offline"
        heading="h1"
        title={joinMessages.load_failed}
        actions={
          <Button icon="retry" busy={retry.isPending} onClick={() => retry.run()}>
            {uiMessages.retry}
          </Button>
        }
      >
        <p role="alert">{joinMessages.load_failed_detail}</p>
      </EmptyState>
    )
  if (isLoading) return <StepSkeleton heading={step.texts.heading} />
  if (index > joinSteps.indexOf(first)) return <Navigate to={pathOf(first.path)} replace />
  return children
}

/** Shown while the verification state loads. */
function StepSkeleton({ heading }: { heading: string }) {
  return (
    <div aria-busy="true">
      <StepHeading>{heading}</StepHeading>
      <p role="status" className="sr-only">
        {joinMessages.checking}
      </p>
      <div aria-hidden="true" className="shimmer mt-3 h-5 w-3/4 rounded-control" />
      <div aria-hidden="true" className="shimmer mt-9 h-12 w-full rounded-control" />
      <div aria-hidden="true" className="shimmer mt-12 h-13 w-full rounded-control" />
    </div>
  )
}
