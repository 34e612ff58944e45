import { recoveryMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { recoverPasswordPath, loginPath } from '#web/routing/paths.ts'
import type { Route } from './+types/reset-password.route.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { RecoveryLayout } from './recovery-layout.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryMessages.reset
  return [
    // The address is a key: it is told to nobody, neither by a link from here nor as the page's own address.
    { name: 'referrer', content: 'no-referrer' },
    ...pageMeta(matches, { title, description, path: recoverPasswordPath, hidden: true }),
  ]
}

export default function ResetPassword({ params: { uidb64, token } }: Route.ComponentProps) {
  return <ResetPasswordPage link={{ uidb64, token }} />
}

const messages = recoveryMessages.reset

type Link = { uidb64: string; token: string }
type LinkState = { is: 'checking' | 'alive' | 'dead' } | { is: 'unknown'; why: string }

/** A new password by the link of a mail: whether it can still be used is said before anything is typed (D-15). */
function ResetPasswordPage({ link: { uidb64, token } }: { link: Link }) {
  const [state, setState] = useState<LinkState>({ is: 'checking' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let gone = false
    setState({ is: 'checking' })
    call(viewerEndpoints.accounts.checkPasswordReset, { query: { uidb64, token } }).then(
      () => gone || setState({ is: 'alive' }),
      (error: unknown) => {
        if (gone) return
        // An address that no link ever had is as dead as one that was used.
        const dead = isApiError(error, 'invalid_link') || isApiError(error, 'invalid_request')
        setState(dead ? { is: 'dead' } : { is: 'unknown', why: errorMessage(error) })
      },
    )
    return () => void (gone = true)
  }, [uidb64, token, attempt])

  switch (state.is) {
    case 'checking':
      return <Checking />
    case 'alive':
      return <ResetForm link={{ uidb64, token }} onDead={() => setState({ is: 'dead' })} />
    case 'dead':
      return <DeadLink />
    case 'unknown':
      return (
        <ErrorState
          title={messages.failed_title}
          detail={state.why}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )
  }
}

function ResetForm({ link, onDead }: { link: Link; onDead: () => void }) {
  const navigate = useNavigate()
  const { form, field, submit, form_error, busy } = useApiForm(
    viewerEndpoints.accounts.resetPassword,
    {
      defaults: { ...link, new_password: '', confirm_password: '' },
      alsoCheck: ({ new_password, confirm_password }) =>
        new_password === confirm_password
          ? []
          : [{ field: 'confirm_password', code: 'does_not_match' }],
      onDone() {
        // Every session of the member has ended, this browser's with them.
        authStore.clear()
        toasts.show(messages.done, 'good')
        void navigate(loginPath, { replace: true })
      },
      onRefused({ problem }) {
        if (problem.code !== 'invalid_link') return false
        onDead()
        return true
      },
    },
  )
  const [password, confirmed] = form.watch(['new_password', 'confirm_password'])
  return (
    <RecoveryLayout icon="lock" title={messages.title} lead={messages.lead}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <NewPasswordField
          label={messages.new_password}
          typed={password}
          {...field('new_password')}
        />
        <ConfirmPasswordField
          label={messages.confirm_password}
          password={password}
          typed={confirmed}
          {...field('confirm_password')}
        />
        <FormAlert>{form_error}</FormAlert>
        <Button type="submit" look="primary" size="lg" className="w-full" busy={busy}>
          {messages.submit}
        </Button>
      </form>
    </RecoveryLayout>
  )
}

function DeadLink() {
  return (
    <RecoveryLayout icon="warning" title={messages.dead_title} lead={messages.dead_detail}>
      <ButtonLink to={recoverPasswordPath} look="primary" size="lg" className="w-full">
        {messages.again}
      </ButtonLink>
    </RecoveryLayout>
  )
}

/** The shape of the form, while the link is looked at. */
function Checking() {
  return (
    <RecoveryLayout icon="lock" title={messages.title} lead={messages.lead}>
      <p role="status" className="sr-only">
        {messages.checking}
      </p>
      <div aria-hidden="true">
        {[0, 1].map((at) => (
          <div key={at} className="pb-8">
            <div className="shimmer mb-3 h-4 w-24 rounded-sm" />
            <div className="shimmer h-12 rounded-lg" />
          </div>
        ))}
        <div className="shimmer h-13 rounded-lg" />
      </div>
    </RecoveryLayout>
  )
}
