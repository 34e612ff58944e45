import { codeLifetimeSeconds, codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import { galleryCopy } from './messages.ko.ts'
import { CodeField } from '#web/features/account/fields/verification-code-field.tsx'
import type { TimedCode } from '#web/features/account/fields/code-timer.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { Steps } from '#web/ui/layout/stepper.tsx'
import { useEffect, useState } from 'react'
import { Section } from './showcase-kit.tsx'
import { notAgreed, PurchaseConsents } from '#web/features/billing/purchase/purchase-consents.tsx'

const words = galleryCopy.account_fields
const nothing = () => {}

const sentAt = (here: number, seconds: number): TimedCode => ({
  expires_at: here + seconds * 1_000,
  resend_at: here + codeResendDelaySeconds * 1_000,
  can_extend: true,
  ahead: 0,
})

/** What signing up, recovery and the profile ask for. */
export function AccountFields() {
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  return (
    <Section name="account_fields">
      <Codes />
      <div className="grid max-w-4xl gap-x-6 gap-y-3 md:grid-cols-2">
        <PasswordField defaultValue={words.passwords[1]} />
        <PasswordField error={galleryCopy.field.name_error} defaultValue={words.passwords[0]} />
        <NewPasswordField
          typed={typed}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ConfirmPasswordField
          password={typed}
          typed={again}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
        {words.passwords.map((password) => (
          <NewPasswordField key={password} typed={password} defaultValue={password} />
        ))}
        <ConfirmPasswordField
          password={words.passwords[1]}
          typed={words.passwords[1]}
          defaultValue={words.passwords[1]}
        />
      </div>
      <div className="grid max-w-4xl gap-8 md:grid-cols-2">
        <div className="space-y-6">
          <Steps names={words.steps} at={0} />
          <Steps names={words.steps} at={2} />
          <Steps names={words.steps} at={4} />
        </div>
        <Steps names={words.steps} at={2} tall />
      </div>
    </Section>
  )
}

/** They count down, so they are there when the browser is: the page is made for every hour. */
function Codes() {
  const [here, setHere] = useState<number>()
  useEffect(() => setHere(Date.now()), [])
  if (here === undefined) return <div className="h-44" />
  const ways = { focuses: false, onComplete: nothing, onExtend: nothing, onResend: nothing }
  return (
    <div className="grid max-w-4xl gap-6 md:grid-cols-2">
      <CodeField {...ways} code={sentAt(here, codeLifetimeSeconds.email)} />
      <CodeField {...ways} code={sentAt(here, 59)} error={words.incorrect_code} />
      <CodeField {...ways} code={sentAt(here, codeLifetimeSeconds.phone)} ended />
      <CodeField {...ways} code={sentAt(here, codeLifetimeSeconds.phone)} busy />
    </div>
  )
}

/** What is agreed to before anything is paid for. */
export function Consents() {
  const [agreed, setAgreed] = useState(notAgreed)
  return (
    <Section name="consents">
      <div className="grid max-w-4xl gap-8 md:grid-cols-3">
        <PurchaseConsents agreed={agreed} wanted={false} onChange={setAgreed} />
        <PurchaseConsents
          agreed={{ precautions_agreed: true, privacy_agreed: false }}
          wanted
          onChange={nothing}
        />
        <PurchaseConsents
          agreed={{ precautions_agreed: true, privacy_agreed: true }}
          wanted
          onChange={nothing}
        />
      </div>
    </Section>
  )
}
