import { TextLink } from '#web/ui/base/text-link.tsx'
import { formatPhoneNumber } from '#web/lib/format.ts'
import { codeLength, maxCodeAttempts } from '#contract/accounts/account-rules.ts'
import { Email, PhoneNumber } from '#contract/accounts/account-fields.ts'
import { accounts, type VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { fieldErrorMessage } from '#web/api/error-messages.ko.ts'
import { formMessages } from '#web/api/messages.ko.ts'
import { joinMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { setSessionHint } from '#web/api/session-hint.ts'
import { loginPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import {
  toVerificationCode,
  extendVerificationCode,
} from '#web/features/account/fields/verification-code.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmailField } from '#web/features/account/fields/email-field.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useState, type ReactNode, useRef } from 'react'
import * as z from 'zod/mini'
import type { Route } from './+types/verification.route.ts'
import { type Channel, type SentVerificationCode, joinStore, useJoinStore } from './join-store.ts'
import { joinMeta, StepForm, useJoinStep } from './step-form.tsx'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  return joinMeta(matches, location.pathname)
}

/** The email step and the phone step. */
export default function JoinVerification() {
  const { step } = useJoinStep()
  const channel = step.path === 'create-id' ? 'email' : 'phone'
  return <VerificationStep key={channel} channel={channel} />
}

const channelMessages = { email: joinMessages.email, phone: joinMessages.phone }

/**
 * Verifies an email address or phone number: enter it, then the code. The server knows what is verified; the sent
 * code is saved in this tab, so that a reload returns to its input.
 */
function VerificationStep({ channel }: { channel: Channel }) {
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
  const isTakenAsGiven = useIsTakenAsGiven(channel)
  return (
    <StepForm
      heading={isTakenAsGiven ? joinMessages.phone.given_heading : messages.verified_heading}
      submit={joinMessages.next}
      onSubmit={(event) => {
        event.preventDefault()
        goNext()
      }}
    >
      <div className="flex min-h-14 flex-wrap items-center justify-end gap-x-3 rounded-sheet bg-surface-raised py-2 pr-2 pl-4">
        <Icon name="check" className="size-5 text-success" />
        <div className="min-w-0 grow basis-36 py-1">
          <p className="text-xs text-foreground-subtle">{messages.label}</p>
          <p className="tabular-nums text-base font-semibold wrap-anywhere">
            {formatAddress(channel, value)}
          </p>
        </div>
        <Button variant="ghost" className="px-3 text-sm" onClick={onChangeAddress}>
          {messages.change_address}
        </Button>
      </div>
    </StepForm>
  )
}

/** Whether the service does not verify phone numbers. */
function useIsTakenAsGiven(channel: Channel): boolean {
  const { verified } = useJoinStore()
  return channel === 'phone' && verified?.verifies_phone === false
}

type KeepCurrent = { keepCurrent: (() => void) | undefined }

function EmailForm({ keepCurrent }: KeepCurrent) {
  const { draft } = useJoinStore()
  const form = useApiForm(accounts.sendSignUpCode, {
    defaultValues: { email: draft.email },
    onSuccess: (answer, { email }) => {
      joinStore.updateDraft({ email })
      // A session created by a passkey challenge has no session hint yet.
      setSessionHint()
      // A new code replaces the previous verification.
      joinStore.setVerified({ email: null })
      saveSentCode('email', { to: z.parse(Email, email), code: toVerificationCode(answer) })
    },
  })
  return (
    <AddressForm channel="email" form={form} keepCurrent={keepCurrent}>
      <EmailField
        label={joinMessages.email.label}
        autoComplete="email"
        placeholder={joinMessages.email.placeholder}
        maxLength={254}
        {...form.field('email')}
      />
    </AddressForm>
  )
}

function PhoneForm({ keepCurrent }: KeepCurrent) {
  const { draft } = useJoinStore()
  const { goNext } = useJoinStep()
  const form = useApiForm(accounts.sendPhoneCode, {
    defaultValues: { phonenumber: draft.phonenumber },
    onSuccess: (answer, { phonenumber }) => {
      joinStore.updateDraft({ phonenumber })
      const to = z.parse(PhoneNumber, phonenumber)
      const { verified_until } = answer
      if (verified_until) {
        joinStore.setVerified({ phonenumber: to, verified_until })
        return goNext()
      }
      joinStore.setVerified({ phonenumber: null })
      saveSentCode('phone', { to, code: toVerificationCode(answer) })
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
  'submit' | 'isSubmitting' | 'formError' | 'retryIn_s'
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
  const isTakenAsGiven = useIsTakenAsGiven(channel)
  return (
    <StepForm
      heading={messages.heading}
      lead={isTakenAsGiven ? joinMessages.phone.given_lead : messages.lead}
      submit={isTakenAsGiven ? joinMessages.next : joinMessages.send}
      busy={form.isSubmitting}
      canSubmit={form.retryIn_s === 0}
      onSubmit={form.submit}
      error={
        form.formError && (
          <>
            {form.formError}
            {form.retryIn_s > 0 && (
              <span className="tabular-nums block">{formMessages.retry_in(form.retryIn_s)}</span>
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
  const to = formatAddress(channel, sent.to)
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
        error={check.codeError}
        onChange={(typed) => {
          setDigits(typed)
          check.clearError()
        }}
        onComplete={check.confirm}
        onExtend={check.extend}
        onResend={check.resend}
      />
      <div className="mt-4 panel px-4 py-3 text-sm text-foreground-muted">
        <p className="font-semibold text-foreground">{messages.help_title}</p>
        <p className="mt-1">{messages.help}</p>
        <p className="-mb-2 flex flex-wrap gap-x-5">
          <TextLink onClick={onChangeAddress} tone="accent">
            {messages.change_address}
          </TextLink>
          {channel === 'email' && (
            <TextLink to={loginPath + search} tone="accent">
              {joinMessages.login}
            </TextLink>
          )}
        </p>
      </div>
    </StepForm>
  )
}

const formatAddress = (channel: Channel, value: string) =>
  channel === 'phone' ? formatPhoneNumber(value) : value

/** Saves a sent code, so that a reload returns to its input and countdown. */
function saveSentCode(channel: Channel, sent: SentVerificationCode | null) {
  joinStore.updateDraft({ sent: { ...joinStore.current().draft.sent, [channel]: sent } })
}

const sendCode = (channel: Channel, to: string): Promise<VerificationCodeStatus> =>
  channel === 'email'
    ? apiRequest(accounts.sendSignUpCode, { body: { email: to } })
    : apiRequest(accounts.sendPhoneCode, { body: { phonenumber: to } })

const confirmCode = (channel: Channel, to: string, code: string) =>
  channel === 'email'
    ? apiRequest(accounts.confirmSignUpCode, { body: { email: to, code } })
    : apiRequest(accounts.confirmPhoneCode, { body: { phonenumber: to, code } })

/** Confirms, extends and resends a code of the join form, one request at a time. */
function useVerificationCode(
  channel: Channel,
  { to, code }: SentVerificationCode,
  onVerified: () => void,
) {
  const [error, setError] = useState<{ text: string; isCodeError: boolean }>()
  const [isExpired, setIsExpired] = useState(false)
  const failedAttempts = useRef(0)
  const confirming = useRef('')
  /** The last code that was wrong: sent again, it would only use up an attempt. */
  const rejected = useRef<{ digits: string; text: string }>(null)
  const { run, isPending } = useAsyncAction(
    (task: () => Promise<void>) => {
      setError(undefined)
      return task()
    },
    (cause) => {
      const problem = cause instanceof ApiError ? cause.problem : undefined
      const codeError = problem?.errors.find(({ field }) => field === 'code')
      setError({
        text:
          codeError?.detail ??
          problem?.errors[0]?.detail ??
          problem?.detail ??
          formMessages.network_error,
        isCodeError: codeError !== undefined,
      })
      if (codeError?.code === 'incorrect_code') {
        failedAttempts.current += 1
        rejected.current = { digits: confirming.current, text: codeError.detail }
      }
      // Too many wrong attempts invalidate a code like its expiry.
      if (codeError?.code === 'code_expired' || failedAttempts.current >= maxCodeAttempts)
        setIsExpired(true)
    },
  )

  return {
    isPending,
    isExpired,
    /** The error of the code. */
    codeError: error?.isCodeError ? error.text : undefined,
    /** Any other error. */
    error: error && !error.isCodeError ? error.text : undefined,
    clearError: () => setError(undefined),
    /** Shows a code error. */
    setCodeError: (text: string) => setError({ text, isCodeError: true }),
    confirm(digits: string) {
      if (rejected.current?.digits === digits)
        return setError({ text: rejected.current.text, isCodeError: true })
      confirming.current = digits
      run(async () => {
        const { verified_until } = await confirmCode(channel, to, digits)
        const verified = channel === 'email' ? { email: to } : { phonenumber: to }
        joinStore.setVerified({ ...verified, verified_until })
        saveSentCode(channel, null)
        onVerified()
      })
    },
    resend: () =>
      run(async () => {
        saveSentCode(channel, { to, code: toVerificationCode(await sendCode(channel, to)) })
        failedAttempts.current = 0
        rejected.current = null
        setIsExpired(false)
      }),
    extend: () =>
      run(async () => {
        const extended = await apiRequest(accounts.extendCode, { body: { channel } })
        saveSentCode(channel, { to, code: extendVerificationCode(extended, code) })
      }),
  }
}
