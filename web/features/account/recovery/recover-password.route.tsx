import { recoveryMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { recoverPasswordPath, loginPath, recoverIdPath } from '#web/routing/paths.ts'
import type { Route } from './+types/recover-password.route.ts'
import { codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { Button } from '#web/ui/base/button.tsx'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { TextField, FormAlert } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef, useState } from 'react'
import { RecoveryLayout } from './recovery-layout.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryMessages.password
  return pageMeta(matches, { title, description, path: recoverPasswordPath, hidden: true })
}

export default function RecoverPassword() {
  return <RecoverPasswordPage />
}

type Sent = { email: string; valid_minutes: number; resend_at: number }

const mayResendAt = () => Date.now() + codeResendDelaySeconds * 1_000
const ways = [
  { to: recoverIdPath, title: recoveryMessages.password.to_id },
  { to: loginPath, title: recoveryMessages.password.to_login },
]

/** Asks for the link. What follows looks alike for every address, known or not (D-15). */
function RecoverPasswordPage() {
  const [sent, setSent] = useState<Sent>()
  const words = recoveryMessages.password
  const { field, submit, form_error, busy, wait } = useApiForm(
    viewerEndpoints.accounts.requestPasswordReset,
    {
      defaults: { email: '' },
      onDone: ({ valid_minutes }, { email }) =>
        setSent({ email: email.trim(), valid_minutes, resend_at: mayResendAt() }),
    },
  )
  if (sent) return <LinkSent sent={sent} onSent={setSent} onOther={() => setSent(undefined)} />
  return (
    <RecoveryLayout icon="lock" title={words.title} lead={words.lead} ways={ways}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <TextField
          label={words.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
          maxLength={254}
          {...field('email')}
        />
        <FormAlert>{form_error}</FormAlert>
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
    </RecoveryLayout>
  )
}

function LinkSent({
  sent,
  onSent,
  onOther,
}: {
  sent: Sent
  onSent: (sent: Sent) => void
  onOther: () => void
}) {
  const words = recoveryMessages.sent
  const wait = useCountdown(sent.resend_at)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // The form is gone: whoever listens to the page hears what has become of it.
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => told.current?.focus(), [])

  async function resend() {
    setBusy(true)
    setError(undefined)
    try {
      const { email } = sent
      const { valid_minutes } = await call(viewerEndpoints.accounts.requestPasswordReset, {
        body: { email },
      })
      onSent({ email, valid_minutes, resend_at: mayResendAt() })
      toasts.show(words.resent, 'good')
    } catch (reason) {
      setError(errorMessage(reason))
    } finally {
      setBusy(false)
    }
  }

  return (
    <RecoveryLayout icon="mail" title={words.title} ways={ways}>
      <div
        ref={told}
        tabIndex={-1}
        role="status"
        className="outline-none focus-visible:shadow-none"
      >
        <p className="text-lg font-semibold">
          <span className="sr-only">{words.to} </span>
          {sent.email}
        </p>
        <p className="mt-1 text-base text-foreground-muted">{words.detail(sent.valid_minutes)}</p>
      </div>
      <section
        aria-labelledby="none-came"
        className="mt-6 rounded-2xl bg-surface p-5 inset-ring inset-ring-border md:p-6"
      >
        <h2 id="none-came" className="text-base font-semibold">
          {words.none_title}
        </h2>
        <ul className="mt-2 space-y-1.5 text-sm text-foreground-muted">
          {words.none.map((line) => (
            <li key={line} className="flex gap-2.5">
              <span aria-hidden="true" className="mt-2 size-1.5 shrink-0 rounded-full bg-accent" />
              {line}
            </li>
          ))}
        </ul>
        <div className="mt-5 grid gap-2.5 sm:grid-cols-2">
          <Button
            className="tabular-nums"
            busy={busy}
            disabled={wait > 0}
            onClick={() => void resend()}
          >
            {wait > 0 ? words.resend_in(wait) : words.resend}
          </Button>
          <Button look="outline" onClick={onOther}>
            {words.other}
          </Button>
        </div>
        <FormAlert className="mt-3">{error}</FormAlert>
      </section>
    </RecoveryLayout>
  )
}
