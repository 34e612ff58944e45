import { accounts, type User } from '#contract/accounts/accounts.ts'
import type { Problem } from '#contract/problem.ts'
import { RestoreAccount, SuspendedAccount } from './account-refusals.tsx'
import { loginMessages } from './messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import {
  recoverIdPath,
  recoverPasswordPath,
  customerServicePath,
  joinPath,
} from '#web/routing/account-paths.ts'
import { withRedirect } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { FormAlert, SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { PasswordField } from '#web/features/account/fields/password-field.tsx'
import { EmailField, useTypedEmail } from '#web/features/account/fields/email-field.tsx'
import { useEffect, useState, useRef } from 'react'
import { Link } from 'react-router'
import { ApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import {
  arePasskeysSupported,
  isPasskeyDismissal,
  requestPasskey,
} from '#web/features/account/fields/passkeys.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { Logo } from '#web/ui/base/logo.tsx'

const messages = loginMessages.login

/**
 * Login by password or passkey, for the page and the dialog.
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
  const [refusal, setRefusal] = useState<AccountRefusal | null>(null)
  const typedEmail = useTypedEmail()
  const { form, field, submit, formError, retryIn_s, isSubmitting } = useApiForm(accounts.signIn, {
    defaultValues: { email: typedEmail, password: '' },
    onSuccess: logIn,
    // The password is wrong more often than the address.
    onApiError: ({ problem }) => {
      if (problem.code === 'invalid_credentials') form.setFocus('password', { shouldSelect: true })
      const refused = accountRefusalOf(problem)
      if (refused) setRefusal(refused)
      return refused !== null
    },
  })
  const passkey = usePasskeyLogin(logIn, setRefusal)
  const email = field('email')

  useEffect(() => {
    // Leaves the focus of a user who is already typing.
    if (document.activeElement === document.body) form.setFocus('email')
  }, [form])

  const onBack = () => setRefusal(null)
  if (refusal?.suspension)
    return <SuspendedAccount suspension={refusal.suspension} onBack={onBack} />
  if (refusal?.scheduled_deletion)
    return <RestoreAccount deletion={refusal.scheduled_deletion} onDone={logIn} onCancel={onBack} />
  return (
    <>
      {/* POST keeps input submitted before hydration out of the URL. */}
      <form
        method="post"
        onSubmit={(event) => {
          passkey.stopAutofill()
          return submit(event)
        }}
        noValidate
        className="space-y-2"
      >
        <div className="has-[p]:mb-5">
          <FormAlert>
            {retryIn_s > 0
              ? `${formError ?? ''} ${formMessages.retry_in(retryIn_s)}`
              : (formError ?? passkey.error)}
          </FormAlert>
        </div>
        <EmailField
          label={messages.email}
          autoComplete="username webauthn"
          placeholder={messages.email_example}
          {...email}
          onFocus={passkey.startAutofill}
        />
        <PasswordField autoComplete="current-password" {...field('password')} />
        <SubmitButton busy={isSubmitting} incomplete={retryIn_s > 0}>
          {messages.submit}
        </SubmitButton>
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
      <FootLinks
        email={form.watch('email')}
        joinTo={withRedirect(joinPath, next)}
        isSignupIncomplete={isSignupIncomplete}
      />
    </>
  )
}

function FootLinks({
  email,
  joinTo,
  isSignupIncomplete,
}: {
  email: string
  joinTo: string
  isSignupIncomplete: boolean
}) {
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center justify-center text-sm text-foreground-muted">
        <FootLink to={recoverIdPath}>{messages.recover_id}</FootLink>
        <Divider />
        <FootLink to={recoverPasswordPath} state={{ email }}>
          {messages.recover_password}
        </FootLink>
        {!isSignupIncomplete && (
          <>
            <Divider />
            <FootLink to={joinTo} strong>
              {messages.join}
            </FootLink>
          </>
        )}
      </p>
      {isSignupIncomplete && (
        <p className="text-center text-sm">
          <FootLink to={joinTo} strong>
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

/** Why the account of a verified login cannot be used now. */
type AccountRefusal = Pick<Problem, 'suspension' | 'scheduled_deletion'>

const accountRefusalOf = (problem: Problem): AccountRefusal | null =>
  problem.suspension || problem.scheduled_deletion ? problem : null

/**
 * Passkey login by button and by the browser's autofill.
 * @param onRefused called instead of `onDone` if the account is suspended or about to be deleted.
 */
function usePasskeyLogin(
  onDone: (user: User) => void,
  onRefused: (refusal: AccountRefusal) => void,
) {
  const isSupported = useHydrated() && arePasskeysSupported()
  const autofill = useRef<AbortController>(null)
  useEffect(() => stopAutofill, [])

  /** A challenge that arrived after a login would replace the cookie of its session. */
  function stopAutofill() {
    if (!autofill.current) return
    autofill.current.abort()
    autofill.current = null
    void abortPasskeyAutofill()
  }

  // One at a time: a second login would end the session of the first.
  const login = useAsyncAction(async (send: () => Promise<User>) => {
    try {
      onDone(await send())
    } catch (error) {
      const refusal = error instanceof ApiError && accountRefusalOf(error.problem)
      if (!refusal) throw error
      return onRefused(refusal)
    }
    // The page is being left.
    return new Promise<never>(() => {})
  })

  function start() {
    autofill.current?.abort()
    autofill.current = null
    login.run(() =>
      loadingTracker.track(
        requestPasskey(accounts.createSignInPasskeyOptions).then(logInWithPasskey),
      ),
    )
  }

  /** Starts on focus: merely opening the page requests no challenge. */
  async function startAutofill() {
    if (autofill.current || !(await isPasskeyAutofillSupported())) return
    const controller = new AbortController()
    autofill.current = controller
    try {
      const passkey = await requestPasskey(accounts.createSignInPasskeyOptions, controller.signal)
      login.run(() => logInWithPasskey(passkey))
    } catch {
      // The user dismissed it or pressed a button.
    } finally {
      // The next focus offers it again, as after a login that failed.
      if (autofill.current === controller) autofill.current = null
    }
  }

  return {
    isSupported,
    error:
      !login.error || isPasskeyDismissal(login.error)
        ? null
        : login.error instanceof ApiError
          ? login.error.problem.detail
          : messages.passkey_failed,
    isPending: login.isPending,
    start,
    startAutofill: () => void startAutofill(),
    stopAutofill,
  }
}

/** Whether the browser offers passkeys in autofill. */
async function isPasskeyAutofillSupported(): Promise<boolean> {
  if (!arePasskeysSupported()) return false
  const isAvailable = PublicKeyCredential.isConditionalMediationAvailable as
    | (() => Promise<boolean>)
    | undefined
  return (await isAvailable?.call(PublicKeyCredential)) ?? false
}

const logInWithPasskey = (passkey: object): Promise<User> =>
  apiRequest(accounts.signInWithPasskey, { body: { response: { ...passkey } } })

/** Cancels a pending autofill request. */
async function abortPasskeyAutofill(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}

/** The reason for the login dialog, which selects its text. */
export type LoginReason = 'watch' | 'signup_incomplete' | 'default'

/** The login form over the current page. */
export function LoginDialog({
  reason,
  returnPath,
  close,
}: {
  reason: LoginReason
  /** Path of the page below, used as redirect path for joining. */
  returnPath: string
  close: (signed_in: boolean) => void
}) {
  const { state } = useAuth()
  // Logged in here or in another tab.
  useEffect(() => {
    if (state === 'signed_in') close(true)
  }, [state, close])
  return (
    <div className="relative px-6 pt-7 pb-4 md:px-8">
      <Logo className="h-6" />
      <h2 className="mt-4 text-2xl font-bold">{loginMessages.dialog.title}</h2>
      <p className="mt-1 mb-5 text-base text-foreground-muted">{loginMessages.dialog[reason]}</p>
      <LoginForm next={returnPath} isSignupIncomplete={reason === 'signup_incomplete'} />
      {/* Last, so that the first field gets the initial focus. */}
      <IconButton
        label={controlMessages.close}
        icon="close"
        onClick={() => close(false)}
        className="absolute top-4 right-4"
      />
    </div>
  )
}
