import { letter } from '#server/messages/letter.ts'
import type { Letter } from '#server/messages/queue.ts'
import { facts, instantWords, letterWords } from './letters.copy.ts'

const login = '/accounts/login'
const findPassword = '/accounts/recovery/password/find'
const profile = '/mypage/profile'

/** What this domain writes to people. Each says what happened, and what to do where it was not them. */
export const letters = {
  /** `minutes`: how long the code lives. */
  signupCode: (code: string, minutes: number): Letter => {
    const words = letterWords.signup_code(minutes)
    // Not in the subject: mail servers write subjects into their logs.
    return letter({ ...words, preheader: `${code} · ${words.paragraphs[0]}`, code })
  },
  /** Somebody wants to sign up with an address that has an account. */
  alreadyMember: (site_url: string): Letter =>
    withButton(letterWords.already_member, site_url + login),
  welcome: (username: string, site_url: string): Letter =>
    withButton(letterWords.welcome(username), `${site_url}/`),
  passwordLink: (url: string, minutes: number): Letter =>
    withButton(letterWords.password_link(minutes), url),
  passwordChanged: (at: Date, device: string, site_url: string): Letter =>
    withWayOut(letterWords.password_changed, site_url + findPassword, [
      [facts.at, instantWords(at)],
      [facts.device, device],
    ]),
  phoneChanged: (at: Date, site_url: string): Letter =>
    withWayOut(letterWords.phone_changed, site_url + findPassword, [[facts.at, instantWords(at)]]),
  marketingChanged: (is_agreed: boolean, at: Date, site_url: string): Letter => {
    const { agreed, ...words } = letterWords.marketing_changed(is_agreed)
    return withButton(words, site_url + profile, [agreed, [facts.at, instantWords(at)]])
  },
  passkeyAdded: (name: string, at: Date, site_url: string): Letter =>
    withWayOut(letterWords.passkey_added, site_url + profile, [
      [facts.passkey, name],
      [facts.at, instantWords(at)],
    ]),
  authenticatorAdded: (at: Date, site_url: string): Letter =>
    withWayOut(letterWords.authenticator_added, site_url + profile, [[facts.at, instantWords(at)]]),
  passkeyRemoved: (name: string, at: Date, site_url: string): Letter =>
    withWayOut(letterWords.passkey_removed, site_url + profile, [
      [facts.passkey, name],
      [facts.at, instantWords(at)],
    ]),
  /** `left`: recovery codes that can still be used. */
  recoveryCodeUsed: (left: number, at: Date, site_url: string): Letter =>
    withWayOut(letterWords.recovery_code_used, site_url + profile, [
      [facts.codes_left, facts.count(left)],
      [facts.at, instantWords(at)],
    ]),
  secondFactorReset: (at: Date, site_url: string): Letter =>
    withWayOut(letterWords.second_factor_reset, site_url + findPassword, [
      [facts.at, instantWords(at)],
    ]),
  /** `passkeys`: names of those that count as the second factor from now on. */
  staffAppointed: (passkeys: readonly string[], at: Date, site_url: string): Letter =>
    withWayOut(letterWords.staff_appointed(passkeys.length > 0), site_url + profile, [
      ...passkeys.map((name) => [facts.passkey, name] as const),
      [facts.at, instantWords(at)],
    ]),
  withdrawn: (username: string, at: Date): Letter =>
    letter({ ...letterWords.withdrawn(username), facts: [[facts.at, instantWords(at)]] }),
}

/** The SMS of a code. */
export const codeText = (code: string): string => letterWords.code_text(code)

type Parts = Parameters<typeof letter>[0]
type Facts = NonNullable<Parts['facts']>

function withButton(
  words: Omit<Parts, 'button' | 'facts'> & { button: string },
  url: string,
  about?: Facts,
): Letter {
  const button = { label: words.button, url }
  return letter({ ...words, button, ...(about ? { facts: about } : {}) })
}

/** A letter that asks nothing of who did it: the way out is for who did not. */
function withWayOut(
  words: Omit<Parts, 'button' | 'caution'> & {
    caution: { title: string; text: string }
    way_out: string
  },
  url: string,
  about: Facts,
): Letter {
  const button = { label: words.way_out, url }
  return letter({ ...words, facts: about, caution: { ...words.caution, button } })
}
