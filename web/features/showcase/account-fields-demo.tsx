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
const noop = () => {}

const sampleCode = (now: number, seconds: number): VerificationCode => ({
  expires_at: now + seconds * 1_000,
  resend_at: now + codeResendDelaySeconds * 1_000,
  can_extend: true,
  ahead: 0,
})

/** The form controls of join, account recovery and the profile. */
export function AccountFieldsDemo() {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  return (
    <ShowcaseSection name="account_fields">
      <VerificationCodes />
      <div className="grid max-w-4xl gap-x-6 gap-y-3 md:grid-cols-2">
        <PasswordField defaultValue={messages.passwords[1]} />
        <PasswordField
          error={showcaseMessages.field.name_error}
          defaultValue={messages.passwords[0]}
        />
        <NewPasswordField
          typed={password}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ConfirmPasswordField
          password={password}
          typed={confirmation}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
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
          <Stepper names={messages.steps} currentIndex={0} />
          <Stepper names={messages.steps} currentIndex={2} />
          <Stepper names={messages.steps} currentIndex={4} />
        </div>
        <Stepper names={messages.steps} currentIndex={2} orientation="vertical" />
      </div>
    </ShowcaseSection>
  )
}

/** Rendered in the browser only: the codes count down from now, while the page is cached. */
function VerificationCodes() {
  const [now, setNow] = useState<number>()
  useEffect(() => setNow(Date.now()), [])
  if (now === undefined) return <div className="h-44" />
  const fieldProps = { autoFocus: false, onComplete: noop, onExtend: noop, onResend: noop }
  return (
    <div className="grid max-w-4xl gap-6 md:grid-cols-2">
      <VerificationCodeField {...fieldProps} code={sampleCode(now, codeLifetimeSeconds.email)} />
      <VerificationCodeField
        {...fieldProps}
        code={sampleCode(now, 59)}
        error={messages.incorrect_code}
      />
      <VerificationCodeField
        {...fieldProps}
        code={sampleCode(now, codeLifetimeSeconds.phone)}
        isExpired
      />
      <VerificationCodeField
        {...fieldProps}
        code={sampleCode(now, codeLifetimeSeconds.phone)}
        busy
      />
    </div>
  )
}

/** The consents before a payment. */
export function Consents() {
  const [consent, setConsent] = useState(noConsent)
  return (
    <ShowcaseSection name="consents">
      <div className="grid max-w-4xl gap-8 md:grid-cols-3">
        <PurchaseConsents value={consent} showErrors={false} onChange={setConsent} />
        <PurchaseConsents
          value={{ precautions_agreed: true, privacy_agreed: false }}
          showErrors
          onChange={noop}
        />
        <PurchaseConsents
          value={{ precautions_agreed: true, privacy_agreed: true }}
          showErrors
          onChange={noop}
        />
      </div>
    </ShowcaseSection>
  )
}
