import { accounts, type User } from '#contract/accounts/accounts.ts'
import { loginMessages } from './messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { withRedirect } from '#web/routing/login-redirect.ts'
import {
  customerServicePath,
  joinPath,
  recoverIdPath,
  recoverPasswordPath,
} from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { PasswordField } from '#web/features/account/fields/password-field.tsx'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { usePasskeyLogin } from './use-passkey-login.ts'

const messages = loginMessages.login

/**
 * Signing in by address and password, or by passkey (D-13); the same on its page and in the dialog.
 * @param next where somebody is going, handed on to signing up.
 * @param unfinished he has begun to sign up.
 */
export function LoginForm({
  next,
  unfinished = false,
  onDone,
}: {
  next: string | null
  unfinished?: boolean
  onDone?: (user: User) => void
}) {
  const enter = (user: User) => {
    authStore.set(user)
    onDone?.(user)
  }
  const { form, field, submit, form_error, wait, busy } = useApiForm(accounts.signIn, {
    defaults: { email: '', password: '' },
    onDone: enter,
    // The address is often right and the password is not: that is where one goes on.
    onRefused: ({ problem }) => {
      if (problem.code === 'invalid_credentials') form.setFocus('password', { shouldSelect: true })
      return false
    },
  })
  const passkey = usePasskeyLogin(enter)
  const email = field('email')

  useEffect(() => {
    // Not from under somebody who is already typing.
    if (document.activeElement === document.body) form.setFocus('email')
  }, [form])

  return (
    <>
      {/* By POST: what is typed before the scripts have come must not land in an address. */}
      <form method="post" onSubmit={submit} noValidate className="space-y-2">
        <div className="has-[p]:mb-5">
          <FormAlert>
            {wait > 0
              ? `${form_error ?? ''} ${formMessages.wait(wait)}`
              : (form_error ?? passkey.error)}
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
          onFocus={passkey.fillIn}
        />
        <PasswordField autoComplete="current-password" {...field('password')} />
        <Button
          type="submit"
          look="primary"
          size="lg"
          className="w-full"
          busy={busy}
          disabled={wait > 0}
        >
          {messages.submit}
        </Button>
      </form>
      {passkey.offered && (
        <Button
          look="outline"
          size="lg"
          icon="key"
          className="mt-3 w-full"
          busy={passkey.busy}
          onClick={passkey.press}
        >
          {messages.passkey}
        </Button>
      )}
      <p className="mt-4 flex flex-wrap items-center justify-center text-sm text-foreground-muted">
        <FootLink to={recoverIdPath}>{messages.recover_id}</FootLink>
        <Divider />
        <FootLink to={recoverPasswordPath}>{messages.recover_password}</FootLink>
        {!unfinished && (
          <>
            <Divider />
            <FootLink to={withRedirect(joinPath, next)} strong>
              {messages.join}
            </FootLink>
          </>
        )}
      </p>
      {unfinished && (
        <p className="text-center text-sm">
          <FootLink to={withRedirect(joinPath, next)} strong>
            {messages.go_on_joining}
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
  children,
}: {
  to: string
  strong?: boolean
  children: string
}) {
  return (
    <Link
      to={to}
      className={`inline-flex min-h-11 items-center px-3 hover:text-foreground hover:underline ${strong ? 'font-semibold text-accent-bright' : ''}`}
    >
      {children}
    </Link>
  )
}

const Divider = () => <span aria-hidden="true" className="h-3 w-px bg-border-strong" />
