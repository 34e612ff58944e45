import { joinMeta, useJoinStep } from './join-steps.ts'
import type { Route } from './+types/password.route.ts'
import { accounts, type SignUpState } from '#contract/accounts/accounts.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { joinMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import type { ApiError } from '#web/api/client.ts'
import { loginPath, recoverIdPath } from '#web/routing/paths.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { joinStore, useJoinStore } from './join-store.ts'
import { formatPhoneNumber } from './verification-step.tsx'
import { StepForm } from './step-form.tsx'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinPassword() {
  return <PasswordStep />
}

const messages = joinMessages.password

type Proven = { email: string; phonenumber: string }
type KnownRefusal = keyof typeof joinMessages.refusals

/** The last step: a password, and all that was given is sent. */
function PasswordStep() {
  const { proven } = useJoinStore()
  return isProven(proven) && <PasswordForm proven={proven} />
}

const isProven = (state: SignUpState | null): state is SignUpState & Proven =>
  Boolean(state?.email && state.phonenumber)

function PasswordForm({ proven }: { proven: Proven }) {
  const { draft } = useJoinStore()
  const { search } = useJoinStep()
  const [known, setKnown] = useState<KnownRefusal | null>(null)
  const { form, field, submit, form_error, wait, busy } = useApiForm(accounts.signUp, {
    defaults: {
      email: proven.email,
      phonenumber: proven.phonenumber,
      username: draft.username,
      ...draft.consents,
      password: '',
      confirm_password: '',
    },
    alsoCheck: ({ password, confirm_password }) =>
      confirm_password && password !== confirm_password
        ? [{ field: 'confirm_password', code: 'does_not_match' }]
        : [],
    onDone: (user) => {
      toasts.show(joinMessages.welcome(user.username), 'good')
      // Whoever is signed in is sent on from here; the draft goes when that has happened.
      authStore.set(user)
    },
    onRefused: refused,
  })

  /** What was proven is proven no more: back to proving it. Other refusals have ways on of their own. */
  function refused({ problem: { code } }: ApiError): boolean {
    if (code === 'verification_required') {
      joinStore.say(joinMessages.expired)
      joinStore.learn({ email: null, phonenumber: null })
      void joinStore.load()
      return true
    }
    setKnown(code in joinMessages.refusals ? (code as KnownRefusal) : null)
    return code in joinMessages.refusals
  }

  const [password, confirmed] = form.watch(['password', 'confirm_password'])
  // A fault of what an earlier step asked for has no field here to stand at.
  const { email, phonenumber, username } = form.formState.errors
  const fault = (email ?? phonenumber ?? username)?.message
  return (
    <StepForm
      heading={messages.heading}
      lead={messages.lead}
      submit={messages.submit}
      busy={busy}
      ready={wait === 0}
      onSubmit={(event) => {
        setKnown(null)
        submit(event)
      }}
      refusal={
        known ? (
          <Known refusal={known} search={search} />
        ) : (
          (form_error ?? fault) && (
            <>
              {form_error ?? fault}
              {wait > 0 && <span className="tabular-nums block">{formMessages.wait(wait)}</span>}
            </>
          )
        )
      }
    >
      {/* A password manager keeps the password under this name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={proven.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
      <NewPasswordField
        {...field('password')}
        typed={password}
        personal={[proven.email, draft.username, proven.phonenumber]}
      />
      <ConfirmPasswordField {...field('confirm_password')} password={password} typed={confirmed} />
      <Facts proven={proven} name={draft.username} />
    </StepForm>
  )
}

function Known({ refusal, search }: { refusal: KnownRefusal; search: string }) {
  const link =
    'inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4'
  return (
    <>
      <p>{joinMessages.refusals[refusal]}</p>
      <p className="-mb-2 flex gap-5">
        {refusal === 'phone_in_use' && (
          <Link to={recoverIdPath} className={link}>
            {joinMessages.find_id}
          </Link>
        )}
        <Link to={loginPath + search} className={link}>
          {joinMessages.login}
        </Link>
      </p>
    </>
  )
}

/** What will be kept, to be looked over, each with the way to change it. */
function Facts({ proven, name }: { proven: Proven; name: string }) {
  const { pathOf } = useJoinStep()
  const rows = [
    { label: joinMessages.email.label, value: proven.email, step: 'create-id' },
    {
      label: joinMessages.phone.label,
      value: formatPhoneNumber(proven.phonenumber),
      step: 'verify',
    },
    { label: joinMessages.name.label, value: name, step: 'name' },
  ] as const
  return (
    <section aria-label={messages.facts} className="mt-4 rounded-xl bg-surface px-4 py-1.5">
      <dl className="divide-y divide-border text-sm">
        {rows.map(({ label, value, step }) => (
          <div key={step} className="flex items-center gap-3">
            <dt className="w-20 shrink-0 text-foreground-subtle">{label}</dt>
            <dd className="tabular-nums min-w-0 grow py-2.5 wrap-anywhere">{value}</dd>
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
