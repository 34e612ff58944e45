import { unsubscribePath } from '#contract/core/constants.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage, isApiError } from '#web/api/error-message.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath, profilePath } from '#web/routing/paths.ts'
import { authStore } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { ResultActions, ResultPage } from '#web/ui/layout/result-page.tsx'
import { useRef, useState } from 'react'
import type { Route } from './+types/unsubscribe.route.ts'
import { unsubscribeMessages as messages } from './messages.ko.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return [
    // The address holds the token.
    { name: 'referrer', content: 'no-referrer' },
    ...pageMeta(matches, { title, description, path: unsubscribePath, noindex: true }),
  ]
}

const links = [
  { to: homePath, label: messages.home },
  { to: profilePath, label: messages.profile },
]

/** Withdraws the consent on a press, because programs open the links in mails, too. Needs no session. */
export default function Unsubscribe() {
  const [state, setState] = useState<'asking' | 'done' | 'invalid'>('asking')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef(false)

  async function withdraw() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      // The token is read in the browser alone: pages are rendered and cached without it.
      const token = new URLSearchParams(location.search).get('token') ?? ''
      const { studio_marketing } = await import('#contract/studio/marketing.ts')
      await apiRequest(studio_marketing.unsubscribe, { body: { token } })
      setState('done')
      if (authStore.getState().state === 'signed_in') void authStore.checkAuth()
    } catch (problem) {
      const isInvalid =
        isApiError(problem, 'invalid_link') || isApiError(problem, 'invalid_request')
      if (isInvalid) setState('invalid')
      else setError(errorMessage(problem))
    }
    setBusy(false)
    running.current = false
  }

  if (state === 'done')
    return (
      <ResultPage
        icon="check"
        title={messages.done}
        detail={messages.done_detail}
        actions={<ResultActions actions={links} />}
      />
    )
  if (state === 'invalid')
    return (
      <ResultPage
        icon="warning"
        title={messages.invalid}
        detail={messages.invalid_detail}
        actions={<ResultActions actions={links.toReversed()} />}
      />
    )
  return (
    <ResultPage
      icon="mail"
      title={messages.lead}
      detail={messages.detail}
      actions={
        <>
          <Button variant="primary" size="lg" busy={isBusy} onClick={() => void withdraw()}>
            {messages.submit}
          </Button>
          <ButtonLink to={homePath} size="lg">
            {messages.keep}
          </ButtonLink>
        </>
      }
    >
      <FormAlert>{error}</FormAlert>
    </ResultPage>
  )
}
