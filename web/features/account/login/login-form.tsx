import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { ScheduledDeletion } from '#contract/problem.ts'
import { loginMessages } from './messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { recoverIdPath, recoverPasswordPath } from '#web/routing/account-paths.ts'
import { customerServicePath, joinPath, withRedirect } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { PasswordField } from '#web/features/account/fields/password-field.tsx'
import { useTypedEmail } from '#web/features/account/fields/use-typed-email.ts'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { RestoreAccount } from './restore-account.tsx'
import { usePasskeyLogin } from './use-passkey-login.ts'

const messages = loginMessages.login

/**
 * Login by password or passkey (D-13), for the page and the dialog.
 * @param next redirect path, passed on to joining.
 * @param isSignupIncomplete whether the user has started to join.
 */
export function LoginForm({
  next,
  isSignupIncomplete = false,
  onDone,
}: {
  next: string | null
  isSignupIncomplete?: boolean
  onDone?: (user: User) => void
}) {
  const logIn = (user: User) => {
    authStore.setUser(user)
    onDone?.(user)
  }
  const [scheduled, setScheduled] = useState<ScheduledDeletion | null>(null)
  const typedEmail = useTypedEmail()
  const { form, field, submit, formError, retryInSeconds, isSubmitting } = useApiForm(
    accounts.signIn,
    {
      defaultValues: { email: typedEmail, password: '' },
      onSuccess: logIn,
      // The password is wrong more often than the address.
      onApiError: ({ problem }) => {
        if (problem.code === 'invalid_credentials')
          form.setFocus('password', { shouldSelect: true })
        if (!problem.scheduled_deletion) return false
        setScheduled(problem.scheduled_deletion)
        return true
      },
    },
  )
  const passkey = usePasskeyLogin(logIn, setScheduled)
  const email = field('email')

  useEffect(() => {
    // Leaves the focus of a user who is already typing.
    if (document.activeElement === document.body) form.setFocus('email')
  }, [form])

  if (scheduled)
    return (
      <RestoreAccount deletion={scheduled} onDone={logIn} onCancel={() => setScheduled(null)} />
    )
  return (
    <>
      {/* POST keeps input submitted before hydration out of the URL. */}
      <form method="post" onSubmit={submit} noValidate className="space-y-2">
        <div className="has-[p]:mb-5">
          <FormAlert>
            {retryInSeconds > 0
              ? `${formError ?? ''} ${formMessages.retry_in(retryInSeconds)}`
              : (formError ?? passkey.error)}
          </FormAlert>
        </div>
        <TextField
          label={messages.email}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={messages.email_example}
          {...email}
          onFocus={passkey.startAutofill}
        />
        <PasswordField autoComplete="current-password" {...field('password')} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          busy={isSubmitting}
          disabled={retryInSeconds > 0}
        >
          {messages.submit}
        </Button>
      </form>
      {passkey.isSupported && (
        <Button
          variant="outline"
          size="lg"
          icon="key"
          className="mt-3 w-full"
          busy={passkey.isPending}
          onClick={passkey.start}
        >
          {messages.passkey}
        </Button>
      )}
      <p className="mt-4 flex flex-wrap items-center justify-center text-sm text-foreground-muted">
        <FootLink to={recoverIdPath}>{messages.recover_id}</FootLink>
        <Divider />
        <FootLink to={recoverPasswordPath} state={{ email: form.watch('email') }}>
          {messages.recover_password}
        </FootLink>
        {!isSignupIncomplete && (
          <>
            <Divider />
            <FootLink to={withRedirect(joinPath, next)} strong>
              {messages.join}
            </FootLink>
          </>
        )}
      </p>
      {isSignupIncomplete && (
        <p className="text-center text-sm">
          <FootLink to={withRedirect(joinPath, next)} strong>
            {messages.continue_join}
          </FootLink>
        </p>
      )}
      <p className="text-center text-sm text-foreground-subtle">
        <FootLink to={customerServicePath}>{messages.help}</FootLink>
      </p>
    </>
  )
}

function FootLink({
  to,
  strong = false,
  state,
  children,
}: {
  to: string
  state?: object
  strong?: boolean
  children: string
}) {
  return (
    <Link
      to={to}
      {...(state && { state })}
      className={`inline-flex min-h-11 items-center px-3 hover:text-foreground hover:underline ${strong ? 'font-semibold text-accent-bright' : ''}`}
    >
      {children}
    </Link>
  )
}

const Divider = () => <span aria-hidden="true" className="h-3 w-px bg-border-strong" />
