import type { Profile } from '#contract/accounts/profile-fields.ts'
import { AvatarGrid } from '#web/features/account/profiles/manage/avatar-grid.tsx'
import { PinDialog } from '#web/features/account/profiles/pin-dialog.tsx'
import { ProfilePicker } from '#web/features/account/profiles/profile-picker.tsx'
import { codeLifetimeSeconds, codeResendDelaySeconds } from '#contract/accounts/account-rules.ts'
import {
  ConfirmPasswordField,
  NewPasswordField,
  PasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import { noConsent, PurchaseConsents } from '#web/features/billing/purchase/purchase-consents.tsx'
import { useEffect, useState } from 'react'
import { accountProps } from './component-props.ko.ts'
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

const [first, child, ...others] = showcaseMessages.profile_names

const sampleProfile = (name: string, index: number): Profile => ({
  id: index + 1,
  name,
  avatar: `drawn-${String(index * 5 + 1).padStart(2, '0')}`,
  picture_url: null,
  caption_language: 'ko',
  autoplay: true,
  is_history_paused: false,
  age_limit: name === child ? '7' : '19',
  is_child: name === child,
  has_pin: index > 2,
  is_first: index === 0,
  created_at: '2026-03-01T00:00:00Z',
})
const profiles = [first, child, ...others].map(sampleProfile)

function SelectableAvatars() {
  const [avatar, setAvatar] = useState('drawn-19')
  return <AvatarGrid value={avatar} onChange={setAvatar} />
}

/** The form controls of join, account recovery and the profile, and the consents before a payment, and the profiles. */
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
  'profile-picker': {
    section: 'profiles',
    title: 'ProfilePicker',
    props: accountProps.profile_picker,
    states: {
      two: <ProfilePicker profiles={profiles.slice(0, 2)} currentId={null} onPick={noop} />,
      five: <ProfilePicker profiles={profiles} currentId={1} onPick={noop} />,
      pending: (
        <ProfilePicker profiles={profiles.slice(0, 2)} currentId={1} pendingId={2} onPick={noop} />
      ),
    },
  },
  'pin-dialog': {
    section: 'profiles',
    title: 'PinDialog',
    props: accountProps.pin_dialog,
    states: { empty: <PinDialog profile={{ id: 1, name: first }} close={noop} /> },
  },
  'avatar-grid': {
    section: 'profiles',
    title: 'AvatarGrid',
    props: accountProps.avatar_grid,
    states: { selected: <SelectableAvatars /> },
  },
}
