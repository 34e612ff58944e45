import { unsubscribePath } from '#contract/core/constants.ts'
import { apiRequest } from '#web/api/client.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath } from '#web/routing/paths.ts'
import { profilePath } from '#web/routing/account-paths.ts'
import { authStore } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { ResultActions, ResultPage } from '#web/ui/layout/result-page.tsx'
import { useState } from 'react'
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
  const withdrawal = useAsyncAction(async () => {
    try {
      // The token is read in the browser alone: pages are rendered and cached without it.
      const token = new URLSearchParams(location.search).get('token') ?? ''
      const { studio_marketing } = await import('#contract/accounts/staff/marketing.ts')
      await apiRequest(studio_marketing.unsubscribe, { body: { token } })
    } catch (problem) {
      if (!isApiError(problem, 'invalid_link') && !isApiError(problem, 'invalid_request'))
        throw problem
      return setState('invalid')
    }
    setState('done')
    if (authStore.getState().state === 'signed_in') void authStore.checkAuth()
  })

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
          <Button
            variant="primary"
            size="lg"
            busy={withdrawal.isPending}
            onClick={() => withdrawal.run()}
          >
            {messages.submit}
          </Button>
          <ButtonLink to={homePath} size="lg">
            {messages.keep}
          </ButtonLink>
        </>
      }
    >
      {withdrawal.error !== undefined && <FormAlert>{errorMessage(withdrawal.error)}</FormAlert>}
    </ResultPage>
  )
}
