import { joinMeta, useStep } from './join-steps.ts'
import type { Route } from './+types/password.route.ts'
import { accounts, type SignUpState } from '#contract/accounts/accounts.ts'
import { formCopy } from '#web/api/messages.ko.ts'
import { joinCopy } from './messages.ko.ts'
import { auth } from '#web/session/auth-store.ts'
import { useCallForm } from '#web/api/use-api-form.ts'
import type { CallRefused } from '#web/api/client.ts'
import { loginPath, recoverIdPath } from '#web/routing/paths.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { join, useJoin } from './join-store.ts'
import { dashed } from './verification-step.tsx'
import { StepForm } from './step-form.tsx'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

export default function JoinPassword() {
  return <PasswordStep />
}

const words = joinCopy.password

type Proven = { email: string; phonenumber: string }
type KnownRefusal = keyof typeof joinCopy.refusals

/** The last step: a password, and all that was given is sent. */
function PasswordStep() {
  const { proven } = useJoin()
  return isProven(proven) && <PasswordForm proven={proven} />
}

const isProven = (state: SignUpState | null): state is SignUpState & Proven =>
  Boolean(state?.email && state.phonenumber)

function PasswordForm({ proven }: { proven: Proven }) {
  const { draft } = useJoin()
  const { search } = useStep()
  const [known, setKnown] = useState<KnownRefusal | null>(null)
  const { form, field, submit, form_error, wait, busy } = useCallForm(accounts.signUp, {
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
      toasts.show(joinCopy.welcome(user.username), 'good')
      // Whoever is signed in is sent on from here; the draft goes when that has happened.
      auth.set(user)
    },
    onRefused: refused,
  })

  /** What was proven is proven no more: back to proving it. Other refusals have ways on of their own. */
  function refused({ problem: { code } }: CallRefused): boolean {
    if (code === 'verification_required') {
      join.say(joinCopy.expired)
      join.learn({ email: null, phonenumber: null })
      void join.load()
      return true
    }
    setKnown(code in joinCopy.refusals ? (code as KnownRefusal) : null)
    return code in joinCopy.refusals
  }

  const [password, confirmed] = form.watch(['password', 'confirm_password'])
  // A fault of what an earlier step asked for has no field here to stand at.
  const { email, phonenumber, username } = form.formState.errors
  const fault = (email ?? phonenumber ?? username)?.message
  return (
    <StepForm
      heading={words.heading}
      lead={words.lead}
      submit={words.submit}
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
              {wait > 0 && <span className="figures block">{formCopy.wait(wait)}</span>}
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
    'inline-flex min-h-11 items-center font-semibold text-gam underline underline-offset-4'
  return (
    <>
      <p>{joinCopy.refusals[refusal]}</p>
      <p className="-mb-2 flex gap-5">
        {refusal === 'phone_in_use' && (
          <Link to={recoverIdPath} className={link}>
            {joinCopy.find_id}
          </Link>
        )}
        <Link to={loginPath + search} className={link}>
          {joinCopy.login}
        </Link>
      </p>
    </>
  )
}

/** What will be kept, to be looked over, each with the way to change it. */
function Facts({ proven, name }: { proven: Proven; name: string }) {
  const { pathOf } = useStep()
  const rows = [
    { label: joinCopy.email.label, value: proven.email, step: 'create-id' },
    { label: joinCopy.phone.label, value: dashed(proven.phonenumber), step: 'verify' },
    { label: joinCopy.name.label, value: name, step: 'name' },
  ] as const
  return (
    <section aria-label={words.facts} className="mt-4 rounded-xl bg-surface px-4 py-1.5">
      <dl className="divide-y divide-line text-sm">
        {rows.map(({ label, value, step }) => (
          <div key={step} className="flex items-center gap-3">
            <dt className="w-20 shrink-0 text-paper-3">{label}</dt>
            <dd className="figures min-w-0 grow py-2.5 wrap-anywhere">{value}</dd>
            <dd>
              <Link
                to={pathOf(step)}
                aria-label={`${label} ${joinCopy.change}`}
                className="flex min-h-11 items-center px-1 font-semibold whitespace-nowrap text-paper-2 hover:text-paper"
              >
                {joinCopy.change}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
