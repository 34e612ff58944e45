import { codeLifetimeSeconds, codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import { showcaseMessages } from './messages.ko.ts'
import { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import type { VerificationCode } from '#web/features/account/fields/code-timer.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { useEffect, useState } from 'react'
import { ShowcaseSection } from './showcase-kit.tsx'
import { noConsent, PurchaseConsents } from '#web/features/billing/purchase/purchase-consents.tsx'

const messages = showcaseMessages.account_fields
const nothing = () => {}

const sentAt = (here: number, seconds: number): VerificationCode => ({
  expires_at: here + seconds * 1_000,
  resend_at: here + codeResendDelaySeconds * 1_000,
  can_extend: true,
  ahead: 0,
})

/** What signing up, recovery and the profile ask for. */
export function AccountFieldsDemo() {
  const [typed, setTyped] = useState('')
  const [again, setAgain] = useState('')
  return (
    <ShowcaseSection name="account_fields">
      <Codes />
      <div className="grid max-w-4xl gap-x-6 gap-y-3 md:grid-cols-2">
        <PasswordField defaultValue={messages.passwords[1]} />
        <PasswordField
          error={showcaseMessages.field.name_error}
          defaultValue={messages.passwords[0]}
        />
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
        {messages.passwords.map((password) => (
          <NewPasswordField key={password} typed={password} defaultValue={password} />
        ))}
        <ConfirmPasswordField
          password={messages.passwords[1]}
          typed={messages.passwords[1]}
          defaultValue={messages.passwords[1]}
        />
      </div>
      <div className="grid max-w-4xl gap-8 md:grid-cols-2">
        <div className="space-y-6">
          <Stepper names={messages.steps} at={0} />
          <Stepper names={messages.steps} at={2} />
          <Stepper names={messages.steps} at={4} />
        </div>
        <Stepper names={messages.steps} at={2} tall />
      </div>
    </ShowcaseSection>
  )
}

/** They count down, so they are there when the browser is: the page is made for every hour. */
function Codes() {
  const [here, setHere] = useState<number>()
  useEffect(() => setHere(Date.now()), [])
  if (here === undefined) return <div className="h-44" />
  const ways = { autoFocus: false, onComplete: nothing, onExtend: nothing, onResend: nothing }
  return (
    <div className="grid max-w-4xl gap-6 md:grid-cols-2">
      <VerificationCodeField {...ways} code={sentAt(here, codeLifetimeSeconds.email)} />
      <VerificationCodeField {...ways} code={sentAt(here, 59)} error={messages.incorrect_code} />
      <VerificationCodeField {...ways} code={sentAt(here, codeLifetimeSeconds.phone)} isExpired />
      <VerificationCodeField {...ways} code={sentAt(here, codeLifetimeSeconds.phone)} busy />
    </div>
  )
}

/** What is agreed to before anything is paid for. */
export function Consents() {
  const [agreed, setAgreed] = useState(noConsent)
  return (
    <ShowcaseSection name="consents">
      <div className="grid max-w-4xl gap-8 md:grid-cols-3">
        <PurchaseConsents value={agreed} showErrors={false} onChange={setAgreed} />
        <PurchaseConsents
          value={{ precautions_agreed: true, privacy_agreed: false }}
          showErrors
          onChange={nothing}
        />
        <PurchaseConsents
          value={{ precautions_agreed: true, privacy_agreed: true }}
          showErrors
          onChange={nothing}
        />
      </div>
    </ShowcaseSection>
  )
}
