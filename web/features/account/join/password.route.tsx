import { joinMeta, useJoinStep, StepForm } from './step-form.tsx'
import type { Route } from './+types/password.route.ts'
import { accounts, type SignUpState } from '#contract/accounts/accounts.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { joinMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import type { ApiError } from '#web/api/api-errors.ts'
import { recoverIdPath } from '#web/routing/account-paths.ts'
import { loginPath } from '#web/routing/paths.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { TextLink } from '#web/ui/base/text-link.tsx'
import { joinStore, useJoinStore } from './join-store.ts'
import { formatPhoneNumber } from '#web/lib/format.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

const messages = joinMessages.password

type VerifiedContacts = { email: string; phonenumber: string }
const knownErrors = ['conflict', 'phone_in_use'] as const
type KnownError = (typeof knownErrors)[number]

/** The last step: sets the password and submits the form. */
export default function JoinPassword() {
  const { verified } = useJoinStore()
  return isVerified(verified) && <PasswordForm verified={verified} />
}

const isVerified = (state: SignUpState | null): state is SignUpState & VerifiedContacts =>
  Boolean(state?.email && state.phonenumber)

function PasswordForm({ verified }: { verified: VerifiedContacts }) {
  const { draft } = useJoinStore()
  const { search } = useJoinStep()
  const [knownError, setKnownError] = useState<KnownError | null>(null)
  const { form, field, submit, formError, retryIn_s, isSubmitting } = useApiForm(accounts.signUp, {
    defaultValues: {
      email: verified.email,
      phonenumber: verified.phonenumber,
      username: draft.username,
      ...draft.consents,
      password: '',
      confirm_password: '',
    },
    validate: ({ password, confirm_password }) =>
      confirm_password && password !== confirm_password
        ? [{ field: 'confirm_password', code: 'does_not_match' }]
        : [],
    onSuccess: (user) => {
      toasts.show(joinMessages.welcome(user.username), 'success')
      // The step guard redirects members; the draft is cleared with the change of the member.
      authStore.setUser(user)
    },
    onApiError,
  })

  /** An expired verification returns to its step. Known errors show their own links. */
  function onApiError({ problem: { code } }: ApiError): boolean {
    if (code === 'verification_required') {
      joinStore.setNotice(joinMessages.expired)
      joinStore.setVerified({ email: null, phonenumber: null })
      void joinStore.load()
      return true
    }
    const refusal = knownErrors.find((known) => known === code) ?? null
    setKnownError(refusal)
    return refusal !== null
  }

  const [password, confirmation] = form.watch(['password', 'confirm_password'])
  // Errors of earlier steps have no field here.
  const { email, phonenumber, username } = form.formState.errors
  const contactError = (email ?? phonenumber ?? username)?.message
  return (
    <StepForm
      heading={messages.heading}
      lead={messages.lead}
      submit={messages.submit}
      busy={isSubmitting}
      canSubmit={retryIn_s === 0}
      onSubmit={(event) => {
        setKnownError(null)
        submit(event)
      }}
      error={
        knownError ? (
          <KnownErrorMessage error={knownError} search={search} />
        ) : (
          (formError ?? contactError) && (
            <>
              {formError ?? contactError}
              {retryIn_s > 0 && (
                <span className="tabular-nums block">{formMessages.retry_in(retryIn_s)}</span>
              )}
            </>
          )
        )
      }
    >
      {/* The account name for password managers. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={verified.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
      <NewPasswordField
        {...field('password')}
        typed={password}
        member={{ email: verified.email, username: draft.username }}
      />
      <ConfirmPasswordField
        {...field('confirm_password')}
        password={password}
        typed={confirmation}
      />
      <JoinSummary verified={verified} name={draft.username} />
    </StepForm>
  )
}

function KnownErrorMessage({ error, search }: { error: KnownError; search: string }) {
  return (
    <>
      <p>{joinMessages.refusals[error]}</p>
      <p className="-mb-2 flex gap-5">
        {error === 'phone_in_use' && (
          <TextLink to={recoverIdPath} tone="accent">
            {joinMessages.recover_id}
          </TextLink>
        )}
        <TextLink to={loginPath + search} tone="accent">
          {joinMessages.login}
        </TextLink>
      </p>
    </>
  )
}

/** The entered data with links to change it. */
function JoinSummary({ verified, name }: { verified: VerifiedContacts; name: string }) {
  const { pathOf } = useJoinStep()
  const rows = [
    { label: joinMessages.email.label, value: verified.email, step: 'create-id' },
    {
      label: joinMessages.phone.label,
      value: formatPhoneNumber(verified.phonenumber),
      step: 'verify',
    },
    { label: joinMessages.name.label, value: name, step: 'name' },
  ] as const
  return (
    <section aria-label={messages.summary} className="mt-4 panel px-4 py-2">
      <dl className="divide-y divide-border text-sm">
        {rows.map(({ label, value, step }) => (
          <div key={step} className="flex items-center gap-3">
            <dt className="w-20 shrink-0 text-foreground-subtle">{label}</dt>
            <dd className="tabular-nums min-w-0 grow py-3 wrap-anywhere">{value}</dd>
            <dd>
              <Link
                to={pathOf(step)}
                aria-label={`${label} ${joinMessages.change}`}
                className="flex min-h-11 items-center px-1 font-semibold whitespace-nowrap text-foreground-muted hover:text-foreground"
              >
                {joinMessages.change}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
