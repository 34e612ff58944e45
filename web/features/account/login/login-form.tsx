import { accounts, type User } from '#contract/accounts/accounts.ts'
import { accountsCopy } from './messages.ko.ts'
import { formCopy } from '#web/api/messages.ko.ts'
import { auth } from '#web/session/auth-store.ts'
import { useCallForm } from '#web/api/use-api-form.ts'
import { withNext } from '#web/routing/login-redirect.ts'
import {
  customerServicePath,
  joinPath,
  recoverIdPath,
  recoverPasswordPath,
} from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { PasswordField } from '#web/features/account/fields/password-field.tsx'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { usePasskey } from './use-passkey-login.ts'

const words = accountsCopy.login

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
    auth.set(user)
    onDone?.(user)
  }
  const { form, field, submit, form_error, wait, busy } = useCallForm(accounts.signIn, {
    defaults: { email: '', password: '' },
    onDone: enter,
    // The address is often right and the password is not: that is where one goes on.
    onRefused: ({ problem }) => {
      if (problem.code === 'invalid_credentials') form.setFocus('password', { shouldSelect: true })
      return false
    },
  })
  const passkey = usePasskey(enter)
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
          <FormError>
            {wait > 0
              ? `${form_error ?? ''} ${formCopy.wait(wait)}`
              : (form_error ?? passkey.error)}
          </FormError>
        </div>
        <TextField
          label={words.email}
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.email_example}
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
          {words.submit}
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
          {words.passkey}
        </Button>
      )}
      <p className="mt-4 flex flex-wrap items-center justify-center text-sm text-paper-2">
        <FootLink to={recoverIdPath}>{words.recover_id}</FootLink>
        <Divider />
        <FootLink to={recoverPasswordPath}>{words.recover_password}</FootLink>
        {!unfinished && (
          <>
            <Divider />
            <FootLink to={withNext(joinPath, next)} strong>
              {words.join}
            </FootLink>
          </>
        )}
      </p>
      {unfinished && (
        <p className="text-center text-sm">
          <FootLink to={withNext(joinPath, next)} strong>
            {words.go_on_joining}
          </FootLink>
        </p>
      )}
      <p className="text-center text-sm text-paper-3">
        <FootLink to={customerServicePath}>{words.help}</FootLink>
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
      className={`inline-flex min-h-11 items-center px-3 hover:text-paper hover:underline ${strong ? 'font-semibold text-gam-bright' : ''}`}
    >
      {children}
    </Link>
  )
}

const Divider = () => <span aria-hidden="true" className="h-3 w-px bg-line-strong" />
