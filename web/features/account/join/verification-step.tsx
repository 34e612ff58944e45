import { codeLength } from '#contract/accounts/account-rules.ts'
import { Email, PhoneNumber } from '#contract/accounts/account-fields.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { fieldErrorMessage, formMessages } from '#web/api/messages.ko.ts'
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

const channelWords = { email: joinMessages.email, phone: joinMessages.phone }

/**
 * Proving an address or a phone: it is typed, the code that was sent is typed, it is proven. What is proven the
 * server knows; the code on its way is kept in this tab, so that a reload is back at its boxes.
 */
export function VerificationStep({ channel }: { channel: Channel }) {
  const { draft, proven } = useJoinStore()
  const sent = draft.sent[channel]
  const done = channel === 'email' ? proven?.email : proven?.phonenumber
  const [other, setOther] = useState(false)

  if (done && !other)
    return <VerifiedView channel={channel} value={done} onOther={() => setOther(true)} />
  if (sent)
    return <CodeStep channel={channel} sent={sent} onOther={() => saveSentCode(channel, null)} />
  const keep = done ? () => setOther(false) : undefined
  return channel === 'email' ? <EmailForm keep={keep} /> : <PhoneForm keep={keep} />
}

function VerifiedView({
  channel,
  value,
  onOther,
}: {
  channel: Channel
  value: string
  onOther: () => void
}) {
  const words = channelWords[channel]
  const { goOn } = useJoinStep()
  return (
    <StepForm
      heading={words.proven_heading}
      submit={joinMessages.next}
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <VerifiedValue
        label={words.label}
        value={channel === 'phone' ? formatPhoneNumber(value) : value}
        action={
          <Button look="quiet" className="px-3 text-sm" onClick={onOther}>
            {words.other}
          </Button>
        }
      />
    </StepForm>
  )
}

type Keep = { keep: (() => void) | undefined }

function EmailForm({ keep }: Keep) {
  const { draft } = useJoinStore()
  const form = useApiForm(accounts.sendSignUpCode, {
    defaults: { email: draft.email },
    onDone: (answer, { email }) => {
      joinStore.change({ email })
      // Begun on a session that a passkey was asked for with, which is not asked about (D-12, D-93).
      setSessionHint()
      // The new code takes the place of what was proven (D-10).
      joinStore.learn({ email: null })
      saveSentCode('email', { to: z.parse(Email, email), code: toVerificationCode(answer) })
    },
  })
  return (
    <AddressForm channel="email" form={form} keep={keep}>
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

function PhoneForm({ keep }: Keep) {
  const { draft } = useJoinStore()
  const form = useApiForm(accounts.sendPhoneCode, {
    defaults: { phonenumber: draft.phonenumber },
    onDone: (answer, { phonenumber }) => {
      joinStore.change({ phonenumber })
      joinStore.learn({ phonenumber: null })
      saveSentCode('phone', {
        to: z.parse(PhoneNumber, phonenumber),
        code: toVerificationCode(answer),
      })
    },
  })
  return (
    <AddressForm channel="phone" form={form} keep={keep}>
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
  'submit' | 'busy' | 'form_error' | 'wait'
>

function AddressForm({
  channel,
  form,
  keep,
  children,
}: Keep & {
  channel: Channel
  form: SendForm
  children: ReactNode
}) {
  const words = channelWords[channel]
  return (
    <StepForm
      heading={words.heading}
      lead={words.lead}
      submit={joinMessages.send}
      busy={form.busy}
      ready={form.wait === 0}
      onSubmit={form.submit}
      refusal={
        form.form_error && (
          <>
            {form.form_error}
            {form.wait > 0 && (
              <span className="tabular-nums block">{formMessages.wait(form.wait)}</span>
            )}
          </>
        )
      }
    >
      {children}
      {keep && (
        <Button look="quiet" className="-ml-3 px-3 text-sm" onClick={keep}>
          {joinMessages.keep}
        </Button>
      )}
    </StepForm>
  )
}

function CodeStep({
  channel,
  sent,
  onOther,
}: {
  channel: Channel
  sent: SentVerificationCode
  onOther: () => void
}) {
  const words = channelWords[channel]
  const { goOn, search } = useJoinStep()
  const check = useVerificationCode(channel, sent, goOn)
  const [digits, setDigits] = useState('')
  const whole = digits.length === codeLength
  const to = channel === 'phone' ? formatPhoneNumber(sent.to) : sent.to
  return (
    <StepForm
      heading={words.code_heading}
      lead={words.code_lead(to)}
      submit={joinMessages.confirm}
      busy={check.busy}
      ready={whole && !check.ended}
      refusal={check.refusal}
      onSubmit={(event) => {
        event.preventDefault()
        if (whole) check.confirm(digits)
        else check.say(fieldErrorMessage('code', 'required'))
      }}
    >
      <VerificationCodeField
        code={sent.code}
        busy={check.busy}
        ended={check.ended}
        error={check.code_error}
        onChange={(typed) => {
          setDigits(typed)
          check.retype()
        }}
        onComplete={check.confirm}
        onExtend={check.extend}
        onResend={check.resend}
      />
      <div className="mt-4 rounded-xl bg-surface px-4 py-3 text-sm text-foreground-muted">
        <p className="font-semibold text-foreground">{words.help_title}</p>
        <p className="mt-1">{words.help}</p>
        <p className="-mb-2 flex flex-wrap gap-x-5">
          <button
            type="button"
            onClick={onOther}
            className="min-h-11 font-semibold text-accent underline underline-offset-4"
          >
            {words.other}
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

/** A Korean mobile number as people read it. */
export const formatPhoneNumber = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3')
