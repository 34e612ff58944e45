import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import {
  confirmEmailChange,
  confirmMerge,
  refuseEmailChange,
} from '#web/api/endpoints/email-changes.generated.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { emailChangePath, recoverPasswordPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath, loginPath } from '#web/routing/paths.ts'
import { authStore } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { ResultActions, ResultPage } from '#web/ui/layout/result-page.tsx'
import { useState } from 'react'
import type { Route } from './+types/email-change.route.ts'
import { emailChangeMessages as messages } from './messages.ko.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: emailChangePath, noindex: true })
}

type Answer = 'confirm' | 'refuse' | 'merge'

/** The link of a mail: the fragment names the answer and holds the token. */
function readLink(): { answer: Answer; token: string } | null {
  const [, answer, token] = /^#(confirm|refuse|merge)=([\w-]{43})$/.exec(location.hash) ?? []
  return token ? { answer: answer as Answer, token } : null
}

type Result =
  | { kind: 'invalid' }
  | { kind: 'agreed'; is_complete: boolean }
  | { kind: 'refused' }
  | { kind: 'confirmed'; email: string }

const toLogin = { to: loginPath, label: messages.login }
const toHome = { to: homePath, label: messages.home }
const toPassword = { to: recoverPasswordPath, label: messages.password }

/** Answers a change of the address on a press, because programs open the links in mails, too. Needs no session. */
export default function EmailChange() {
  const isHydrated = useHydrated()
  const [result, setResult] = useState<Result | null>(null)
  const link = isHydrated ? readLink() : null
  const answering = useAsyncAction(async () => {
    if (!link) return
    const body = { token: link.token }
    try {
      if (link.answer === 'refuse') {
        await apiRequest(refuseEmailChange, { body })
        return setResult({ kind: 'refused' })
      }
      if (link.answer === 'merge') {
        const { is_complete } = await apiRequest(confirmMerge, { body })
        return setResult({ kind: 'agreed', is_complete })
      }
      const { email } = await apiRequest(confirmEmailChange, { body })
      setResult({ kind: 'confirmed', email })
    } catch (problem) {
      if (!isApiError(problem, 'invalid_link')) throw problem
      return setResult({ kind: 'invalid' })
    }
    if (authStore.getState().state === 'signed_in') void authStore.checkAuth()
  })

  if (result?.kind === 'confirmed')
    return (
      <ResultPage
        icon="check"
        title={messages.confirm.done}
        detail={messages.confirm.done_detail(result.email)}
        actions={<ResultActions actions={[toLogin, toHome]} />}
      />
    )
  if (result?.kind === 'agreed')
    return (
      <ResultPage
        icon="check"
        title={messages.merge.done}
        detail={result.is_complete ? messages.merge.complete : messages.merge.waiting}
        actions={<ResultActions actions={[toHome]} />}
      />
    )
  if (result?.kind === 'refused')
    return (
      <ResultPage
        icon="check"
        title={messages.refuse.done}
        detail={messages.refuse.done_detail}
        actions={<ResultActions actions={[toPassword, toHome]} />}
      />
    )
  if (result?.kind === 'invalid' || (isHydrated && !link))
    return (
      <ResultPage
        icon="warning"
        title={messages.invalid}
        detail={messages.invalid_detail}
        actions={<ResultActions actions={[toHome]} />}
      />
    )
  const { lead, detail, submit } = messages[link?.answer ?? 'confirm']
  return (
    <ResultPage
      icon="mail"
      title={lead}
      detail={detail}
      actions={
        <Button
          variant="primary"
          size="lg"
          busy={answering.isPending}
          onClick={() => answering.run()}
        >
          {submit}
        </Button>
      }
    >
      {answering.error !== undefined && (
        <FormAlert>
          {isApiError(answering.error, 'email_in_use')
            ? messages.in_use
            : errorMessage(answering.error)}
        </FormAlert>
      )}
    </ResultPage>
  )
}
