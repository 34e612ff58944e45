import { formatPhoneNumber } from '#web/lib/format.ts'
import { codeLength } from '#contract/accounts/account-rules.ts'
import { Email, PhoneNumber } from '#contract/accounts/account-fields.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { fieldErrorMessage } from '#web/api/error-messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { joinMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { setSessionHint } from '#web/api/session-hint.ts'
import { loginPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import { toVerificationCode } from '#web/features/account/fields/code-timer.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { Channel, SentVerificationCode } from './join-draft.ts'
import { joinStore, useJoinStore } from './join-store.ts'
import { VerifiedValue, StepForm } from './step-form.tsx'
import {
  saveSentCode,
  useVerificationCode,
} from '#web/features/account/fields/use-verification-code.ts'
import { useJoinStep } from './join-steps.ts'

const channelMessages = { email: joinMessages.email, phone: joinMessages.phone }

/**
 * Verifies an email address or phone number: enter it, then the code. The server knows what is verified; the sent
 * code is saved in this tab, so that a reload returns to its input.
 */
export function VerificationStep({ channel }: { channel: Channel }) {
  const { draft, verified } = useJoinStore()
  const sent = draft.sent[channel]
  const verifiedValue = channel === 'email' ? verified?.email : verified?.phonenumber
  const [isChanging, setIsChanging] = useState(false)

  if (verifiedValue && !isChanging)
    return (
      <VerifiedView
        channel={channel}
        value={verifiedValue}
        onChangeAddress={() => setIsChanging(true)}
      />
    )
  if (sent)
    return (
      <CodeStep channel={channel} sent={sent} onChangeAddress={() => saveSentCode(channel, null)} />
    )
  const keepCurrent = verifiedValue ? () => setIsChanging(false) : undefined
  return channel === 'email' ? (
    <EmailForm keepCurrent={keepCurrent} />
  ) : (
    <PhoneForm keepCurrent={keepCurrent} />
  )
}

function VerifiedView({
  channel,
  value,
  onChangeAddress,
}: {
  channel: Channel
  value: string
  onChangeAddress: () => void
}) {
  const messages = channelMessages[channel]
  const { goNext } = useJoinStep()
  return (
    <StepForm
      heading={messages.verified_heading}
      submit={joinMessages.next}
      onSubmit={(event) => {
        event.preventDefault()
        goNext()
      }}
    >
      <VerifiedValue
        label={messages.label}
        value={channel === 'phone' ? formatPhoneNumber(value) : value}
        action={
          <Button variant="ghost" className="px-3 text-sm" onClick={onChangeAddress}>
            {messages.change_address}
          </Button>
        }
      />
    </StepForm>
  )
}

type KeepCurrent = { keepCurrent: (() => void) | undefined }

function EmailForm({ keepCurrent }: KeepCurrent) {
  const { draft } = useJoinStore()
  const form = useApiForm(accounts.sendSignUpCode, {
    defaultValues: { email: draft.email },
    onSuccess: (answer, { email }) => {
      joinStore.updateDraft({ email })
      // A session created by a passkey challenge has no session hint yet (D-12, D-93).
      setSessionHint()
      // A new code replaces the previous verification (D-10).
      joinStore.setVerified({ email: null })
      saveSentCode('email', { to: z.parse(Email, email), code: toVerificationCode(answer) })
    },
  })
  return (
    <AddressForm channel="email" form={form} keepCurrent={keepCurrent}>
      <TextField
        label={joinMessages.email.label}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={joinMessages.email.placeholder}
        maxLength={254}
        {...form.field('email')}
      />
    </AddressForm>
  )
}

function PhoneForm({ keepCurrent }: KeepCurrent) {
  const { draft } = useJoinStore()
  const form = useApiForm(accounts.sendPhoneCode, {
    defaultValues: { phonenumber: draft.phonenumber },
    onSuccess: (answer, { phonenumber }) => {
      joinStore.updateDraft({ phonenumber })
      joinStore.setVerified({ phonenumber: null })
      saveSentCode('phone', {
        to: z.parse(PhoneNumber, phonenumber),
        code: toVerificationCode(answer),
      })
    },
  })
  return (
    <AddressForm channel="phone" form={form} keepCurrent={keepCurrent}>
      <TextField
        label={joinMessages.phone.label}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder={joinMessages.phone.placeholder}
        maxLength={30}
        {...form.field('phonenumber')}
      />
    </AddressForm>
  )
}

type SendForm = Pick<
  ReturnType<typeof useApiForm<typeof accounts.sendSignUpCode>>,
  'submit' | 'isSubmitting' | 'formError' | 'retryInSeconds'
>

function AddressForm({
  channel,
  form,
  keepCurrent,
  children,
}: KeepCurrent & {
  channel: Channel
  form: SendForm
  children: ReactNode
}) {
  const messages = channelMessages[channel]
  return (
    <StepForm
      heading={messages.heading}
      lead={messages.lead}
      submit={joinMessages.send}
      busy={form.isSubmitting}
      canSubmit={form.retryInSeconds === 0}
      onSubmit={form.submit}
      error={
        form.formError && (
          <>
            {form.formError}
            {form.retryInSeconds > 0 && (
              <span className="tabular-nums block">
                {formMessages.retry_in(form.retryInSeconds)}
              </span>
            )}
          </>
        )
      }
    >
      {children}
      {keepCurrent && (
        <Button variant="ghost" className="-ml-3 px-3 text-sm" onClick={keepCurrent}>
          {joinMessages.keep_current}
        </Button>
      )}
    </StepForm>
  )
}

function CodeStep({
  channel,
  sent,
  onChangeAddress,
}: {
  channel: Channel
  sent: SentVerificationCode
  onChangeAddress: () => void
}) {
  const messages = channelMessages[channel]
  const { goNext, search } = useJoinStep()
  const check = useVerificationCode(channel, sent, goNext)
  const [digits, setDigits] = useState('')
  const isComplete = digits.length === codeLength
  const to = channel === 'phone' ? formatPhoneNumber(sent.to) : sent.to
  return (
    <StepForm
      heading={messages.code_heading}
      lead={messages.code_lead(to)}
      submit={joinMessages.confirm}
      busy={check.isPending}
      canSubmit={isComplete && !check.isExpired}
      error={check.error}
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) check.confirm(digits)
        else check.setCodeError(fieldErrorMessage('code', 'required'))
      }}
    >
      <VerificationCodeField
        code={sent.code}
        busy={check.isPending}
        isExpired={check.isExpired}
        error={check.code_error}
        onChange={(typed) => {
          setDigits(typed)
          check.clearError()
        }}
        onComplete={check.confirm}
        onExtend={check.extend}
        onResend={check.resend}
      />
      <div className="mt-4 rounded-xl bg-surface px-4 py-3 text-sm text-foreground-muted">
        <p className="font-semibold text-foreground">{messages.help_title}</p>
        <p className="mt-1">{messages.help}</p>
        <p className="-mb-2 flex flex-wrap gap-x-5">
          <button
            type="button"
            onClick={onChangeAddress}
            className="min-h-11 font-semibold text-accent underline underline-offset-4"
          >
            {messages.change_address}
          </button>
          {channel === 'email' && (
            <Link
              to={loginPath + search}
              className="flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
            >
              {joinMessages.login}
            </Link>
          )}
        </p>
      </div>
    </StepForm>
  )
}
