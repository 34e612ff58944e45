import { secondFactorMessages } from '#web/features/account/second-factor/messages.ko.ts'
import { second_factor, type TotpEnrollment as Setup } from '#contract/accounts/second-factor.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { profilePath } from '#web/routing/account-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField, FormAlert, SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { PasswordField } from '#web/features/account/fields/password-field.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { QrCode } from '#web/ui/base/qr-code.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

const messages = secondFactorMessages

/** Sets up an authenticator app: an explanation, the first code, the recovery codes. */
export function AuthenticatorSetup({ onDone }: { onDone: () => Promise<void> }) {
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (!setup) return <Begin onBegun={setSetup} />
  return (
    <>
      <div className="mb-6">
        <Stepper names={messages.steps} currentIndex={codes ? 1 : 0} />
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onDone} />
      ) : (
        <Confirm setup={setup} onCodes={setCodes} />
      )}
    </>
  )
}

/** The heading of a step. It takes focus, so that it is announced. */
function StepHead({ title, children }: { title: string; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-extrabold outline-none">
        {title}
      </h1>
      <p className="mt-2 text-base text-foreground-muted">{children}</p>
    </>
  )
}

function Begin({ onBegun }: { onBegun: (setup: Setup) => void }) {
  const [asks, setAsks] = useState(false)
  const form = useApiForm(second_factor.beginTotpEnrollment, {
    defaultValues: {},
    onSuccess: onBegun,
    // A session that is not fresh requires reauthentication.
    onApiError: (problem) => {
      if (isApiError(problem, 'reauthentication_required')) setAsks(true)
      else if (isApiError(problem, 'invalid_credentials'))
        form.form.setError(
          'current_password',
          { type: 'wrong', message: messages.password_wrong },
          { shouldFocus: true },
        )
      else return false
      return true
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <h1 className="text-2xl font-extrabold">{messages.new_title}</h1>
      <p className="mt-2 mb-7 text-base text-foreground-muted">{messages.new_detail}</p>
      {asks && (
        <PasswordField
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the clicked button
          autoFocus
          label={messages.password}
          hint={messages.password_hint}
          autoComplete="current-password"
          {...form.field('current_password')}
        />
      )}
      <FormAlert className="mb-3">{form.formError}</FormAlert>
      <SubmitButton icon="lock" className="mt-1" busy={form.isSubmitting}>
        {messages.begin}
      </SubmitButton>
      <p className="mt-6 text-sm text-foreground-subtle">
        <TextLink to={profilePath} isInline>
          {messages.use_passkey}
        </TextLink>
      </p>
    </form>
  )
}

function Confirm({
  setup: { secret, uri },
  onCodes,
}: {
  setup: Setup
  onCodes: (codes: readonly string[]) => void
}) {
  const form = useApiForm(second_factor.confirmTotpEnrollment, {
    defaultValues: { code: '' },
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <StepHead title={messages.scan}>{messages.scan_detail}</StepHead>
      <QrCode text={uri} label={messages.qr} className="my-6 size-52" />
      <div className="mb-6 panel px-5 py-4">
        <p className="text-xs text-foreground-subtle">{messages.secret}</p>
        <p className="mt-1 font-mono text-base break-keep text-foreground select-all">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
      </div>
      <TextField
        label={messages.first_code}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        {...form.field('code')}
      />
      <FormAlert className="mb-3">{form.formError}</FormAlert>
      <SubmitButton className="mt-3" busy={form.isSubmitting}>
        {messages.finish}
      </SubmitButton>
    </form>
  )
}

function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[]
  onDone: () => Promise<void>
}) {
  const entry = useAsyncAction(onDone)
  const text = codes.join('\n')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toasts.show(messages.copied, 'success')
    } catch {
      // Denied, or a page without clipboard access.
      toasts.show(messages.copy_failed, 'danger')
    }
  }
  return (
    <>
      <StepHead title={messages.codes_title}>{messages.codes_detail}</StepHead>
      <ul
        aria-label={messages.codes}
        className="my-6 grid grid-cols-1 gap-x-6 gap-y-2 panel p-5 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button className="grow" onClick={() => void copy()}>
          {messages.copy}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={messages.file}
          className="inline-flex min-h-11 grow items-center justify-center rounded-control bg-surface-raised px-5 text-base font-semibold whitespace-nowrap hover:bg-surface-high"
        >
          {messages.download}
        </a>
        <Button
          variant="primary"
          size="lg"
          className="w-full"
          busy={entry.isPending}
          onClick={() => entry.run()}
        >
          {messages.codes_kept}
        </Button>
      </div>
    </>
  )
}
