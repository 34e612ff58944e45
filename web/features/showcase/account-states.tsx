import { codeLifetimeSeconds, codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import { noConsent, PurchaseConsents } from '#web/features/billing/purchase/purchase-consents.tsx'
import { useEffect, useState } from 'react'
import { accountProps } from './account-props.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { noop, type ShowcaseComponents } from './showcase-kit.tsx'

const messages = showcaseMessages.account_fields
const [weakPassword, fairPassword, strongPassword] = messages.passwords

type CodeProps = { seconds: number; error?: string; isExpired?: boolean; busy?: boolean }

/** Rendered in the browser only: the code counts down from now, while the page is cached. */
function CodeField({ seconds, ...props }: CodeProps) {
  const [now, setNow] = useState<number>()
  useEffect(() => setNow(Date.now()), [])
  if (now === undefined) return <div className="h-44" />
  return (
    <VerificationCodeField
      {...props}
      autoFocus={false}
      onComplete={noop}
      onExtend={noop}
      onResend={noop}
      code={{
        expires_at: now + seconds * 1_000,
        resend_at: now + codeResendDelaySeconds * 1_000,
        can_extend: true,
        ahead: 0,
      }}
    />
  )
}

function EmptyNewPassword() {
  const [typed, setTyped] = useState('')
  return (
    <NewPasswordField
      typed={typed}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

const newPassword = (password: string) => (
  <NewPasswordField typed={password} defaultValue={password} />
)
const confirmation = (typed: string) => (
  <ConfirmPasswordField password={fairPassword} typed={typed} defaultValue={typed} />
)

function EmptyConsents() {
  const [consent, setConsent] = useState(noConsent)
  return <PurchaseConsents value={consent} showErrors={false} onChange={setConsent} />
}

/** The form controls of join, account recovery and the profile, and the consents before a payment. */
export const accountStates: ShowcaseComponents = {
  'verification-code-field': {
    section: 'account_fields',
    title: 'VerificationCodeField',
    props: accountProps.verification_code_field,
    states: {
      sent: <CodeField seconds={codeLifetimeSeconds.email} />,
      incorrect: <CodeField seconds={59} error={messages.incorrect_code} />,
      expired: <CodeField seconds={codeLifetimeSeconds.phone} isExpired />,
      busy: <CodeField seconds={codeLifetimeSeconds.phone} busy />,
    },
  },
  'password-field': {
    section: 'account_fields',
    title: 'PasswordField',
    props: accountProps.password_field,
    states: {
      filled: <PasswordField defaultValue={fairPassword} />,
      error: (
        <PasswordField error={showcaseMessages.field.name_error} defaultValue={weakPassword} />
      ),
    },
  },
  'new-password-field': {
    section: 'account_fields',
    title: 'NewPasswordField',
    props: accountProps.new_password_field,
    states: {
      empty: <EmptyNewPassword />,
      weak: newPassword(weakPassword),
      fair: newPassword(fairPassword),
      strong: newPassword(strongPassword),
    },
  },
  'confirm-password-field': {
    section: 'account_fields',
    title: 'ConfirmPasswordField',
    props: accountProps.confirm_password_field,
    states: { same: confirmation(fairPassword), different: confirmation(weakPassword) },
  },
  'purchase-consents': {
    section: 'consents',
    title: 'PurchaseConsents',
    props: accountProps.purchase_consents,
    states: {
      empty: <EmptyConsents />,
      missing: (
        <PurchaseConsents
          value={{ precautions_agreed: true, privacy_agreed: false }}
          showErrors
          onChange={noop}
        />
      ),
      agreed: (
        <PurchaseConsents
          value={{ precautions_agreed: true, privacy_agreed: true }}
          showErrors
          onChange={noop}
        />
      ),
    },
  },
}
