import { Outlet, Link, Navigate, PrefetchPageLinks } from 'react-router'
import { errorCopy } from '#web/app/messages.ko.ts'
import { joinCopy } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { safeNext } from '#web/routing/login-redirect.ts'
import { accountsPath, homePath, joinSteps, loginPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Steps } from '#web/ui/layout/stepper.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { firstUnfinished, isInTurn } from './join-draft.ts'
import { join, useJoin } from './join-store.ts'
import { StepHeading } from './step-form.tsx'
import { useStep } from './join-steps.ts'

export default function Join() {
  return (
    <JoinFrame>
      <Outlet />
    </JoinFrame>
  )
}

const headings = [
  joinCopy.consents.heading,
  joinCopy.email.heading,
  joinCopy.phone.heading,
  joinCopy.name.heading,
  joinCopy.password.heading,
]

/** Around the five steps: how far one is, the way back, and who is let in where. `children` is the step. */
function JoinFrame({ children }: { children: ReactNode }) {
  const { at, search, pathOf } = useStep()
  const before = joinSteps[at - 1]
  return (
    <div className="gutter mx-auto flex w-full max-w-264 flex-col pt-4 lg:flex-row lg:items-start lg:gap-20 lg:pt-20">
      <aside className="mb-7 w-full max-w-120 max-lg:mx-auto lg:sticky lg:top-20 lg:mb-0 lg:w-80 lg:shrink-0">
        <Link
          to={before === undefined ? accountsPath + search : pathOf(before)}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-lg pr-3 pl-1 text-sm font-semibold text-paper-2 hover:text-paper"
        >
          <Icon name="left" className="size-4.5" />
          {before === undefined ? joinCopy.to_ways : joinCopy.back}
        </Link>
        <div className="mt-2 lg:hidden">
          <Steps names={joinCopy.step_names} at={at} />
        </div>
        <div className="mt-6 hidden lg:block">
          <p className="text-4xl font-extrabold">{joinCopy.welcome_title}</p>
          <p className="mt-4 mb-9 text-base text-paper-2">{joinCopy.welcome_lead}</p>
          <Steps names={joinCopy.step_names} at={at} tall />
          <HaveAccount search={search} />
        </div>
      </aside>
      <div
        id="join-step"
        className="flex min-h-[calc(100dvh-11.75rem)] w-full max-w-120 min-w-0 flex-col max-lg:mx-auto md:min-h-0 lg:mx-0 lg:min-h-130 lg:max-w-none lg:grow lg:rounded-2xl lg:bg-surface/60 lg:p-12 lg:inset-ring lg:inset-ring-line"
      >
        <Gate>{children}</Gate>
        {/* The steps to come are here before they are asked for: a line that breaks between two loses nothing. */}
        {joinSteps.slice(at + 1).map((later) => (
          <PrefetchPageLinks key={later} page={pathOf(later)} />
        ))}
        {at === 0 && (
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
    <p className="mt-4 text-sm text-paper-3 lg:mt-8 lg:px-4">
      {joinCopy.have_account}{' '}
      <Link
        to={loginPath + search}
        className="inline-flex min-h-11 items-center px-1 font-semibold text-gam underline underline-offset-4"
      >
        {joinCopy.login}
      </Link>
    </p>
  )
}

/** D-10: a step out of turn is the first that is not done. Whoever is signed in already is sent on. */
function Gate({ children }: { children: ReactNode }) {
  const { step, at, search, pathOf } = useStep()
  const { draft, proven, failed } = useJoin()
  const { state } = useAuth()
  const [retrying, setRetrying] = useState(false)
  useEffect(() => void join.load(), [])

  const waits = step !== '' && proven === null
  const first = firstUnfinished(draft, proven ?? { email: null, phonenumber: null })
  const inTurn = isInTurn(step, first)
  // What was typed has no use to a member.
  useEffect(() => {
    if (state === 'signed_in') return () => join.clear()
  }, [state])

  if (state === 'signed_in')
    return <Navigate to={safeNext(new URLSearchParams(search).get('next')) ?? homePath} replace />
  if (waits && failed)
    return (
      <EmptyState
        icon="offline"
        heading="h1"
        title={joinCopy.load_failed}
        actions={
          <Button
            icon="retry"
            busy={retrying}
            onClick={() => {
              setRetrying(true)
              void join.load().finally(() => setRetrying(false))
            }}
          >
            {errorCopy.retry}
          </Button>
        }
      >
        <p role="alert">{joinCopy.load_failed_detail}</p>
      </EmptyState>
    )
  if (waits) return <Waiting heading={headings[at] ?? joinCopy.title} />
  if (!inTurn) return <Navigate to={pathOf(first)} replace />
  return children
}

/** The shape of a step, while it is not known whether it is its turn. */
function Waiting({ heading }: { heading: string }) {
  return (
    <div aria-busy="true">
      <StepHeading>{heading}</StepHeading>
      <p role="status" className="sr-only">
        {joinCopy.checking}
      </p>
      <div aria-hidden="true" className="shimmer mt-3 h-5 w-3/4 rounded-md" />
      <div aria-hidden="true" className="shimmer mt-9 h-12 w-full rounded-lg" />
      <div aria-hidden="true" className="shimmer mt-12 h-13 w-full rounded-lg" />
    </div>
  )
}
