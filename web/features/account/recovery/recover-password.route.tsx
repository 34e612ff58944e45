import { OutboxNote } from '#web/features/account/demonstration/demonstration-notes.tsx'
import { recoveryMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { recoverPasswordPath, recoverIdPath } from '#web/routing/account-paths.ts'
import { loginPath } from '#web/routing/paths.ts'
import type { Route } from './+types/recover-password.route.ts'
import { codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { FormAlert, SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { EmailField, useTypedEmail } from '#web/features/account/fields/email-field.tsx'
import { RecoveryLayout } from './recovery-layout.tsx'

const { requestPasswordReset } = viewerEndpoints.accounts

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryMessages.password
  return pageMeta(matches, { title, description, path: recoverPasswordPath, noindex: true })
}

type SentLink = { email: string; valid_minutes: number; resend_at: number }

const nextResendAt = () => Date.now() + codeResendDelaySeconds * 1_000
const links = [
  { to: recoverIdPath, title: recoveryMessages.password.to_id },
  { to: loginPath, title: recoveryMessages.password.to_login },
]

/** Requests a reset link. The response looks the same for unknown addresses. */
export default function RecoverPassword() {
  const [sent, setSent] = useState<SentLink>()
  const messages = recoveryMessages.password
  const typedEmail = useTypedEmail()
  const { field, submit, formError, isSubmitting, retryIn_s } = useApiForm(requestPasswordReset, {
    defaultValues: { email: typedEmail },
    onSuccess: ({ valid_minutes }, { email }) =>
      setSent({ email: email.trim(), valid_minutes, resend_at: nextResendAt() }),
  })
  if (sent)
    return <LinkSent sent={sent} onSent={setSent} onChangeEmail={() => setSent(undefined)} />
  return (
    <RecoveryLayout icon="lock" title={messages.title} lead={messages.lead} links={links}>
      <form noValidate onSubmit={submit} className="space-y-3">
        <EmailField
          label={messages.email}
          autoComplete="username"
          required
          maxLength={254}
          {...field('email')}
        />
        <FormAlert>{formError}</FormAlert>
        <SubmitButton busy={isSubmitting} incomplete={retryIn_s > 0}>
          {messages.submit}
        </SubmitButton>
      </form>
    </RecoveryLayout>
  )
}

function LinkSent({
  sent,
  onSent,
  onChangeEmail,
}: {
  sent: SentLink
  onSent: (sent: SentLink) => void
  onChangeEmail: () => void
}) {
  const messages = recoveryMessages.sent
  const wait = useCountdown(sent.resend_at)
  const resending = useAsyncAction(async () => {
    const { email } = sent
    const { valid_minutes } = await call(requestPasswordReset, {
      body: { email },
    })
    onSent({ email, valid_minutes, resend_at: nextResendAt() })
    toasts.show(messages.resent, 'success')
  })
  // The form that had the focus is gone; screen readers read the result.
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => status.current?.focus(), [])

  return (
    <RecoveryLayout icon="mail" title={messages.title} links={links}>
      <div
        ref={status}
        tabIndex={-1}
        role="status"
        className="outline-none focus-visible:shadow-none"
      >
        <p className="text-lg font-semibold">
          <span className="sr-only">{messages.to} </span>
          {sent.email}
        </p>
        <p className="mt-1 text-base text-foreground-muted">
          {messages.detail(sent.valid_minutes)}
        </p>
      </div>
      <OutboxNote />
      <section
        aria-labelledby="not-received"
        className="mt-6 rounded-sheet bg-surface p-5 inset-ring inset-ring-border md:p-6"
      >
        <h2 id="not-received" className="text-base font-semibold">
          {messages.not_received_title}
        </h2>
        <ul className="mt-2 space-y-2 text-sm text-foreground-muted">
          {messages.not_received.map((line) => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-accent" />
              {line}
            </li>
          ))}
        </ul>
        <div className="mt-5 grid gap-3 sm:grid-cols-2">
          <Button
            className="tabular-nums"
            busy={resending.isPending}
            incomplete={wait > 0}
            onClick={() => wait === 0 && resending.run()}
          >
            {wait > 0 ? messages.resend_in(wait) : messages.resend}
          </Button>
          <Button variant="outline" onClick={onChangeEmail}>
            {messages.change_email}
          </Button>
        </div>
        <FormAlert className="mt-3">
          {resending.error ? errorMessage(resending.error) : null}
        </FormAlert>
      </section>
    </RecoveryLayout>
  )
}
