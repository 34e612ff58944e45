import { adultPath, profilePath, recoverIdPath } from '#web/routing/account-paths.ts'
import { parseRedirectPath, useRedirectPath } from '#web/routing/login-redirect.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { withRedirect } from '#web/routing/paths.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import type { Route } from './+types/adult-verification.route.ts'
import { ageVerificationQuery } from './age-verification-query.ts'
import { isOwnDocument } from './identity-window.ts'
import { adultVerificationMessages as messages } from './messages.ko.ts'
import { useIdentityVerification } from './use-identity-verification.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: adultPath, noindex: true })
}

/** The server permits the window of the provider to pages with this policy alone. */
export const headers = () => ({ 'cross-origin-opener-policy': 'same-origin-allow-popups' })

export const handle: MypagePageHandle = { title: messages.title, Skeleton: AdultSkeleton }

/** Age verification in the window of a provider. Its links load the page anew. */
export default function AdultVerificationPage() {
  const query = useQuery(ageVerificationQuery)
  const next = useRedirectPath()
  if (!query.data) return <QueryPlaceholder query={query} skeleton={<AdultSkeleton />} />
  const { method, verified_until, name } = query.data
  if (verified_until)
    return (
      <section aria-label={messages.title} className="panel max-w-2xl p-5 md:p-7">
        <Badge tone="success">{messages.verified}</Badge>
        <p className="mt-3 text-base">{messages.verified_detail(name, verified_until)}</p>
        {/* Loads the next page anew, with the usual policy. */}
        <ButtonLink
          variant="primary"
          className="mt-5 max-sm:w-full"
          reloadDocument
          to={next ?? profilePath}
        >
          {next ? messages.go_on : messages.to_profile}
        </ButtonLink>
      </section>
    )
  if (method === 'window') return <VerificationPanel />
  return (
    <EmptyState
      icon="lock"
      title={method === 'none' ? messages.none : messages.title}
      actions={
        <ButtonLink to={`${withRedirect(profilePath, next)}#adult`}>
          {method === 'none' ? messages.to_profile : messages.by_code}
        </ButtonLink>
      }
    >
      <p>{method === 'none' ? messages.none_detail : messages.lead}</p>
    </EmptyState>
  )
}

function VerificationPanel() {
  const headingId = useId()
  const { outcome, isOpening, isConfirming, open, confirm, cancel, checkAgain, move } =
    useIdentityVerification()

  // The window on a phone returns here with its result in the query.
  const onReturn = useEffectEvent(() => {
    const { origin, pathname, search } = location
    const parameters = new URLSearchParams(search)
    const id = parameters.get('identityVerificationId')
    if (!id) {
      if (!isOwnDocument()) location.reload()
      return
    }
    const next = parseRedirectPath(parameters.get('next'))
    history.replaceState(history.state, '', origin + withRedirect(pathname, next))
    if (parameters.has('code')) cancel()
    else confirm(id)
  })
  useEffect(() => {
    onReturn()
  }, [])

  if (outcome?.kind === 'in_use')
    return (
      <section aria-labelledby={headingId} className="panel max-w-2xl p-5 md:p-7">
        <h2 id={headingId} className="text-lg font-bold">
          {messages.in_use_title}
        </h2>
        <p role="alert" className="mt-2 text-base text-pretty text-foreground-muted">
          {messages.in_use_detail}
        </p>
        <div className="mt-5 flex flex-wrap gap-2 *:grow sm:*:grow-0">
          <ButtonLink to={recoverIdPath}>{messages.find_account}</ButtonLink>
          <Button variant="primary" busy={isConfirming} onClick={move}>
            {messages.move}
          </Button>
        </div>
      </section>
    )
  const problem = outcome?.kind === 'problem' ? outcome : null
  return (
    <section aria-labelledby={headingId} className="panel max-w-2xl p-5 md:p-7">
      <h2 id={headingId} className="text-lg font-bold">
        {messages.lead}
      </h2>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-base text-pretty text-foreground-muted">
        {messages.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <FormAlert className="mt-4">{problem?.text}</FormAlert>
      <p role="status" className="sr-only">
        {isConfirming ? messages.checking : isOpening ? messages.opening : ''}
      </p>
      <div className="mt-5 flex flex-wrap gap-2 *:grow sm:*:grow-0">
        {problem?.canCheckAgain && (
          <Button variant="primary" busy={isConfirming} onClick={checkAgain}>
            {messages.check_again}
          </Button>
        )}
        <Button
          variant={problem?.canCheckAgain ? 'secondary' : 'primary'}
          busy={isOpening || isConfirming}
          onClick={() => open(location.href)}
        >
          {problem ? messages.again : messages.start}
        </Button>
      </div>
    </section>
  )
}

function AdultSkeleton() {
  return (
    <div aria-hidden="true" className="panel max-w-2xl p-5 md:p-7">
      <div className="shimmer h-6 w-4/5 rounded-control" />
      <div className="shimmer mt-4 h-20 w-full rounded-control" />
      <div className="shimmer mt-5 h-11 w-36 rounded-control" />
    </div>
  )
}
