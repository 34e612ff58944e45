import { emailChangeHours, type SuspensionCategory } from '#contract/accounts/account-rules.ts'
import {
  type EmailContent,
  type EmailFacts,
  renderEmail,
  renderEmailWithButton,
} from '#server/messages/email-template.ts'
import type { Tx } from '#server/db/client.ts'
import { type EmailMessage, queueMessage } from '#server/messages/queue-message.ts'
import { accountEmailLabels, formatInstant, emailCopy } from './emails.copy.ts'

const signInPath = '/accounts/login'
const recoveryPath = '/accounts/recovery/password/find'
const profilePath = '/mypage/profile'

const passkeyFact = (name: string) => [accountEmailLabels.passkey, name] as const
const newEmailFact = (email: string) => [accountEmailLabels.new_email, email] as const
const timeFact = (at: Date) => [accountEmailLabels.at, formatInstant(at)] as const

/** E-mails of this domain. Security notices also say what to do if the recipient did not make the change. */
export const accountEmails = {
  /** `minutes`: lifetime of the code. */
  signupCode: (code: string, minutes: number) => {
    const copy = emailCopy.signup_code(minutes)
    // The code is not in the subject, because mail servers log subjects.
    return renderEmail({ ...copy, preheader: `${code} · ${copy.paragraphs[0]}`, code })
  },
  /** Sent instead of a sign-up code if the address already has an account. */
  alreadyMember: (site_url: string) =>
    renderEmailWithButton(emailCopy.already_member, site_url + signInPath),
  welcome: (username: string, site_url: string) =>
    renderEmailWithButton(emailCopy.welcome(username), `${site_url}/`),
  passwordLink: (url: string, minutes: number) =>
    renderEmailWithButton(emailCopy.password_link(minutes), url),
  passwordChanged: (at: Date, device: string, site_url: string) =>
    withCaution(emailCopy.password_changed, site_url + recoveryPath, [
      timeFact(at),
      [accountEmailLabels.device, device],
    ]),
  newDevice: (at: Date, device: string, site_url: string) =>
    withCaution(emailCopy.new_device, site_url + recoveryPath, [
      timeFact(at),
      [accountEmailLabels.device, device],
    ]),
  phoneChanged: (at: Date, site_url: string) =>
    withCaution(emailCopy.phone_changed, site_url + recoveryPath, [timeFact(at)]),
  marketingChanged: (is_agreed: boolean, at: Date, site_url: string) => {
    const { agreed, ...copy } = emailCopy.marketing_changed(is_agreed)
    return renderEmailWithButton(copy, site_url + profilePath, [agreed, timeFact(at)])
  },
  passkeyAdded: (name: string, at: Date, site_url: string) =>
    withCaution(emailCopy.passkey_added, site_url + profilePath, [passkeyFact(name), timeFact(at)]),
  authenticatorAdded: (at: Date, site_url: string) =>
    withCaution(emailCopy.authenticator_added, site_url + profilePath, [timeFact(at)]),
  passkeyRemoved: (name: string, at: Date, site_url: string) =>
    withCaution(emailCopy.passkey_removed, site_url + profilePath, [
      passkeyFact(name),
      timeFact(at),
    ]),
  /** `left`: number of unused recovery codes. */
  recoveryCodeUsed: (left: number, at: Date, site_url: string) =>
    withCaution(emailCopy.recovery_code_used, site_url + profilePath, [
      [accountEmailLabels.codes_left, accountEmailLabels.count(left)],
      timeFact(at),
    ]),
  secondFactorReset: (at: Date, site_url: string) =>
    withCaution(emailCopy.second_factor_reset, site_url + recoveryPath, [timeFact(at)]),
  /** `passkeys`: names of the passkeys that count as the second factor from now on. */
  staffAppointed: (passkeys: readonly string[], at: Date, site_url: string) =>
    withCaution(emailCopy.staff_appointed(passkeys.length > 0), site_url + profilePath, [
      ...passkeys.map(passkeyFact),
      timeFact(at),
    ]),
  /** `due`: until when a sign-in undoes it. */
  deletionScheduled: (username: string, { at, due }: { at: Date; due: Date }, site_url: string) =>
    renderEmailWithButton(
      emailCopy.deletion_scheduled(username, formatInstant(due)),
      site_url + signInPath,
      [
        [accountEmailLabels.requested_at, formatInstant(at)],
        [accountEmailLabels.deletes_at, formatInstant(due)],
      ],
    ),
  deletionCancelled: (username: string, at: Date, site_url: string) =>
    withCaution(emailCopy.deletion_cancelled(username), site_url + recoveryPath, [timeFact(at)]),
  deliveryCheck: (site_url: string) =>
    renderEmailWithButton(emailCopy.delivery_check, site_url + profilePath),
  /** `kept`, `closed`: the masked addresses of the account that stays and of the one that is closed. */
  mergeLink: (url: string, { kept, closed }: { kept: string; closed: string }) =>
    renderEmailWithButton(emailCopy.merge_link(emailChangeHours), url, [
      [accountEmailLabels.kept_account, kept],
      [accountEmailLabels.closed_account, closed],
    ]),
  merged: (kept: string, at: Date) =>
    renderEmail({
      ...emailCopy.merged,
      facts: [[accountEmailLabels.kept_account, kept], timeFact(at)],
    }),
  emailChangeLink: (url: string, hours: number) =>
    renderEmailWithButton(emailCopy.email_change_link(hours), url),
  /** `email`: the new address, masked. */
  emailChangeRequested: (email: string, at: Date, url: string) =>
    withCaution(emailCopy.email_change_requested, url, [newEmailFact(email), timeFact(at)]),
  emailChanged: (email: string, at: Date) =>
    renderEmail({ ...emailCopy.email_changed, facts: [newEmailFact(email), timeFact(at)] }),
  suspended: (category: SuspensionCategory, at: Date) =>
    renderEmail({ ...emailCopy.suspended(category), facts: [timeFact(at)] }),
  restored: (at: Date, site_url: string) =>
    renderEmailWithButton(emailCopy.restored, site_url + signInPath, [timeFact(at)]),
  identityMoved: (at: Date, site_url: string) =>
    withCaution(emailCopy.identity_moved, site_url + recoveryPath, [timeFact(at)]),
  withdrawn: (username: string, at: Date) =>
    renderEmail({ ...emailCopy.withdrawn(username), facts: [timeFact(at)] }),
}

export const queueEmail = (tx: Tx, to: string, email: EmailMessage, now: Date) =>
  queueMessage(tx, { kind: 'mail', to, ...email }, { now })

export const codeSmsText = (code: string): string => emailCopy.code_text(code)

/** A security notice: its only button is in the caution, for recipients that did not make the change. */
function withCaution(
  copy: Omit<EmailContent, 'button' | 'caution'> & {
    caution: { title: string; text: string }
    way_out: string
  },
  url: string,
  facts: EmailFacts,
) {
  const button = { label: copy.way_out, url }
  return renderEmail({ ...copy, facts, caution: { ...copy.caution, button } })
}
