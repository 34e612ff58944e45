import { recoveryMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { recoverPasswordPath } from '#web/routing/account-paths.ts'
import { loginPath, withRedirect } from '#web/routing/paths.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import type { Route } from './+types/reset-password.route.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { FormAlert, TextField, SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { RecoveryLayout } from './recovery-layout.tsx'

const { checkPasswordReset, resetPassword } = viewerEndpoints.accounts

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryMessages.reset
  return [
    // The URL is a secret: keep it out of the referrer and of the canonical link.
    { name: 'referrer', content: 'no-referrer' },
    ...pageMeta(matches, { title, description, path: recoverPasswordPath, noindex: true }),
  ]
}

const messages = recoveryMessages.reset

type ResetLink = { uidb64: string; token: string }
type LinkState =
  | { status: 'checking' | 'invalid' }
  | { status: 'valid'; email: string }
  | { status: 'unknown'; message: string }

/** Sets a new password by a mailed link, or by one that an operator created. Checks the link before showing the form. */
export default function ResetPassword({ params: { uidb64, token } }: Route.ComponentProps) {
  const [state, setState] = useState<LinkState>({ status: 'checking' })
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let isStale = false
    setState({ status: 'checking' })
    call(checkPasswordReset, { query: { uidb64, token } }).then(
      ({ email }) => isStale || setState({ status: 'valid', email }),
      (error: unknown) => {
        if (isStale) return
        // A malformed link is treated like a used one.
        const isInvalid = isApiError(error, 'invalid_link') || isApiError(error, 'invalid_request')
        setState(
          isInvalid ? { status: 'invalid' } : { status: 'unknown', message: errorMessage(error) },
        )
      },
    )
    return () => void (isStale = true)
  }, [uidb64, token, attempt])

  switch (state.status) {
    case 'checking':
      return <LinkSkeleton />
    case 'valid':
      return (
        <ResetForm
          link={{ uidb64, token }}
          email={state.email}
          onInvalid={() => setState({ status: 'invalid' })}
        />
      )
    case 'invalid':
      return <InvalidLink />
    case 'unknown':
      return (
        <ErrorState
          title={messages.failed_title}
          detail={state.message}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )
  }
}

function ResetForm({
  link,
  email,
  onInvalid,
}: {
  link: ResetLink
  email: string
  onInvalid: () => void
}) {
  const navigate = useNavigate()
  const next = useRedirectPath()
  const { form, field, submit, formError, isSubmitting } = useApiForm(resetPassword, {
    defaultValues: { ...link, new_password: '', confirm_password: '' },
    validate: ({ new_password, confirm_password }) =>
      new_password === confirm_password
        ? []
        : [{ field: 'confirm_password', code: 'does_not_match' }],
    onSuccess() {
      // The reset ended all sessions, including this one.
      authStore.clearUser()
      toasts.show(messages.done, 'success')
      void navigate(withRedirect(loginPath, next), { replace: true, state: { email } })
    },
    onApiError({ problem }) {
      if (problem.code !== 'invalid_link') return false
      onInvalid()
      return true
    },
  })
  const [password, confirmation] = form.watch(['new_password', 'confirm_password'])
  return (
    <RecoveryLayout icon="lock" title={messages.title} lead={messages.lead}>
      <form noValidate onSubmit={submit} className="space-y-3">
        {/* Tells password managers whose password it is. */}
        <TextField
          label={messages.email}
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <NewPasswordField
          label={messages.new_password}
          typed={password}
          member={{ email, username: '' }}
          {...field('new_password')}
        />
        <ConfirmPasswordField
          label={messages.confirm_password}
          password={password}
          typed={confirmation}
          {...field('confirm_password')}
        />
        <FormAlert>{formError}</FormAlert>
        <SubmitButton busy={isSubmitting}>{messages.submit}</SubmitButton>
      </form>
    </RecoveryLayout>
  )
}

function InvalidLink() {
  return (
    <RecoveryLayout icon="warning" title={messages.invalid_title} lead={messages.invalid_detail}>
      <ButtonLink to={recoverPasswordPath} variant="primary" size="lg" className="w-full">
        {messages.request_again}
      </ButtonLink>
    </RecoveryLayout>
  )
}

function LinkSkeleton() {
  return (
    <RecoveryLayout icon="lock" title={messages.title} lead={messages.lead}>
      <p role="status" className="sr-only">
        {messages.checking}
      </p>
      <div aria-hidden="true">
        {[0, 1].map((index) => (
          <div key={index} className="pb-8">
            <div className="shimmer mb-3 h-4 w-24 rounded-control" />
            <div className="shimmer h-12 rounded-control" />
          </div>
        ))}
        <div className="shimmer h-13 rounded-control" />
      </div>
    </RecoveryLayout>
  )
}
