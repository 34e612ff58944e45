import { renderEmail } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import { accountEmailLabels, formatInstant, emailCopy } from './emails.copy.ts'

const login = '/accounts/login'
const findPassword = '/accounts/recovery/password/find'
const profile = '/mypage/profile'

/** What this domain writes to people. Each says what happened, and what to do where it was not them. */
export const accountEmails = {
  /** `minutes`: how long the code lives. */
  signupCode: (code: string, minutes: number): EmailMessage => {
    const words = emailCopy.signup_code(minutes)
    // Not in the subject: mail servers write subjects into their logs.
    return renderEmail({ ...words, preheader: `${code} · ${words.paragraphs[0]}`, code })
  },
  /** Somebody wants to sign up with an address that has an account. */
  alreadyMember: (site_url: string): EmailMessage =>
    withButton(emailCopy.already_member, site_url + login),
  welcome: (username: string, site_url: string): EmailMessage =>
    withButton(emailCopy.welcome(username), `${site_url}/`),
  passwordLink: (url: string, minutes: number): EmailMessage =>
    withButton(emailCopy.password_link(minutes), url),
  passwordChanged: (at: Date, device: string, site_url: string): EmailMessage =>
    withWayOut(emailCopy.password_changed, site_url + findPassword, [
      [accountEmailLabels.at, formatInstant(at)],
      [accountEmailLabels.device, device],
    ]),
  phoneChanged: (at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.phone_changed, site_url + findPassword, [
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  marketingChanged: (is_agreed: boolean, at: Date, site_url: string): EmailMessage => {
    const { agreed, ...words } = emailCopy.marketing_changed(is_agreed)
    return withButton(words, site_url + profile, [
      agreed,
      [accountEmailLabels.at, formatInstant(at)],
    ])
  },
  passkeyAdded: (name: string, at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.passkey_added, site_url + profile, [
      [accountEmailLabels.passkey, name],
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  authenticatorAdded: (at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.authenticator_added, site_url + profile, [
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  passkeyRemoved: (name: string, at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.passkey_removed, site_url + profile, [
      [accountEmailLabels.passkey, name],
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  /** `left`: recovery codes that can still be used. */
  recoveryCodeUsed: (left: number, at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.recovery_code_used, site_url + profile, [
      [accountEmailLabels.codes_left, accountEmailLabels.count(left)],
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  secondFactorReset: (at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.second_factor_reset, site_url + findPassword, [
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  /** `passkeys`: names of those that count as the second factor from now on. */
  staffAppointed: (passkeys: readonly string[], at: Date, site_url: string): EmailMessage =>
    withWayOut(emailCopy.staff_appointed(passkeys.length > 0), site_url + profile, [
      ...passkeys.map((name) => [accountEmailLabels.passkey, name] as const),
      [accountEmailLabels.at, formatInstant(at)],
    ]),
  withdrawn: (username: string, at: Date): EmailMessage =>
    renderEmail({
      ...emailCopy.withdrawn(username),
      facts: [[accountEmailLabels.at, formatInstant(at)]],
    }),
}

/** The SMS of a code. */
export const codeSmsText = (code: string): string => emailCopy.code_text(code)

type Parts = Parameters<typeof renderEmail>[0]
type Facts = NonNullable<Parts['facts']>

function withButton(
  words: Omit<Parts, 'button' | 'facts'> & { button: string },
  url: string,
  about?: Facts,
): EmailMessage {
  const button = { label: words.button, url }
  return renderEmail({ ...words, button, ...(about ? { facts: about } : {}) })
}

/** A letter that asks nothing of who did it: the way out is for who did not. */
function withWayOut(
  words: Omit<Parts, 'button' | 'caution'> & {
    caution: { title: string; text: string }
    way_out: string
  },
  url: string,
  about: Facts,
): EmailMessage {
  const button = { label: words.way_out, url }
  return renderEmail({ ...words, facts: about, caution: { ...words.caution, button } })
}
