import { codeLength } from '#contract/accounts/account-rules.ts'
import { Email, PhoneNumber } from '#contract/accounts/account-fields.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { fieldFaultWords, formCopy } from '#web/api/messages.ko.ts'
import { joinCopy } from './messages.ko.ts'
import { useCallForm } from '#web/api/use-api-form.ts'
import { setSessionMarker } from '#web/api/session-hint.ts'
import { loginPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { CodeField } from '#web/features/account/fields/verification-code-field.tsx'
import { codeSentNow } from '#web/features/account/fields/code-timer.ts'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import type { Channel, SentCode } from './join-draft.ts'
import { join, useJoin } from './join-store.ts'
import { Fact, StepForm } from './step-form.tsx'
import { keepSent, useCodeCheck } from '#web/features/account/fields/use-verification-code.ts'
import { useStep } from './join-steps.ts'

const channelWords = { email: joinCopy.email, phone: joinCopy.phone }

/**
 * Proving an address or a phone: it is typed, the code that was sent is typed, it is proven. What is proven the
 * server knows; the code on its way is kept in this tab, so that a reload is back at its boxes.
 */
export function ProofStep({ channel }: { channel: Channel }) {
  const { draft, proven } = useJoin()
  const sent = draft.sent[channel]
  const done = channel === 'email' ? proven?.email : proven?.phonenumber
  const [other, setOther] = useState(false)

  if (done && !other)
    return <ProvenStep channel={channel} value={done} onOther={() => setOther(true)} />
  if (sent)
    return <CodeStep channel={channel} sent={sent} onOther={() => keepSent(channel, null)} />
  const keep = done ? () => setOther(false) : undefined
  return channel === 'email' ? <EmailForm keep={keep} /> : <PhoneForm keep={keep} />
}

function ProvenStep({
  channel,
  value,
  onOther,
}: {
  channel: Channel
  value: string
  onOther: () => void
}) {
  const words = channelWords[channel]
  const { goOn } = useStep()
  return (
    <StepForm
      heading={words.proven_heading}
      submit={joinCopy.next}
      onSubmit={(event) => {
        event.preventDefault()
        goOn()
      }}
    >
      <Fact
        label={words.label}
        value={channel === 'phone' ? dashed(value) : value}
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
  const { draft } = useJoin()
  const form = useCallForm(accounts.sendSignUpCode, {
    defaults: { email: draft.email },
    onDone: (answer, { email }) => {
      join.change({ email })
      // Begun on a session that a passkey was asked for with, which is not asked about (D-12, D-93).
      setSessionMarker()
      // The new code takes the place of what was proven (D-10).
      join.learn({ email: null })
      keepSent('email', { to: z.parse(Email, email), code: codeSentNow(answer) })
    },
  })
  return (
    <AddressForm channel="email" form={form} keep={keep}>
      <TextField
        label={joinCopy.email.label}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={joinCopy.email.placeholder}
        maxLength={254}
        {...form.field('email')}
      />
    </AddressForm>
  )
}

function PhoneForm({ keep }: Keep) {
  const { draft } = useJoin()
  const form = useCallForm(accounts.sendPhoneCode, {
    defaults: { phonenumber: draft.phonenumber },
    onDone: (answer, { phonenumber }) => {
      join.change({ phonenumber })
      join.learn({ phonenumber: null })
      keepSent('phone', { to: z.parse(PhoneNumber, phonenumber), code: codeSentNow(answer) })
    },
  })
  return (
    <AddressForm channel="phone" form={form} keep={keep}>
      <TextField
        label={joinCopy.phone.label}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder={joinCopy.phone.placeholder}
        maxLength={30}
        {...form.field('phonenumber')}
      />
    </AddressForm>
  )
}

type SendForm = Pick<
  ReturnType<typeof useCallForm<typeof accounts.sendSignUpCode>>,
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
      submit={joinCopy.send}
      busy={form.busy}
      ready={form.wait === 0}
      onSubmit={form.submit}
      refusal={
        form.form_error && (
          <>
            {form.form_error}
            {form.wait > 0 && <span className="figures block">{formCopy.wait(form.wait)}</span>}
          </>
        )
      }
    >
      {children}
      {keep && (
        <Button look="quiet" className="-ml-3 px-3 text-sm" onClick={keep}>
          {joinCopy.keep}
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
  sent: SentCode
  onOther: () => void
}) {
  const words = channelWords[channel]
  const { goOn, search } = useStep()
  const check = useCodeCheck(channel, sent, goOn)
  const [digits, setDigits] = useState('')
  const whole = digits.length === codeLength
  const to = channel === 'phone' ? dashed(sent.to) : sent.to
  return (
    <StepForm
      heading={words.code_heading}
      lead={words.code_lead(to)}
      submit={joinCopy.confirm}
      busy={check.busy}
      ready={whole && !check.ended}
      refusal={check.refusal}
      onSubmit={(event) => {
        event.preventDefault()
        if (whole) check.confirm(digits)
        else check.say(fieldFaultWords('code', 'required'))
      }}
    >
      <CodeField
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
      <div className="mt-4 rounded-xl bg-surface px-4 py-3 text-sm text-paper-2">
        <p className="font-semibold text-paper">{words.help_title}</p>
        <p className="mt-1">{words.help}</p>
        <p className="-mb-2 flex flex-wrap gap-x-5">
          <button
            type="button"
            onClick={onOther}
            className="min-h-11 font-semibold text-gam underline underline-offset-4"
          >
            {words.other}
          </button>
          {channel === 'email' && (
            <Link
              to={loginPath + search}
              className="flex min-h-11 items-center font-semibold text-gam underline underline-offset-4"
            >
              {joinCopy.login}
            </Link>
          )}
        </p>
      </div>
    </StepForm>
  )
}

/** A Korean mobile number as people read it. */
export const dashed = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3,4})(\d{4})$/, '$1-$2-$3')
