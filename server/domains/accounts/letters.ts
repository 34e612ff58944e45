import type { Letter } from '#server/messages/queue.ts'

const plain = (subject: string, text: string): Letter => ({ subject, text, html: `<p>${text}</p>` })

/** What this domain writes to people. Each says what happened, and what to do where it was not them. */
export const letters = {
  /** `minutes`: how long the code lives. */
  signupCode: (code: string, minutes: number): Letter => plain('', `${code} ${minutes}`),
  /** Somebody wants to sign up with an address that has an account. */
  alreadyMember: (site_url: string): Letter => plain('', site_url),
  welcome: (username: string, site_url: string): Letter => plain(username, site_url),
  passwordLink: (url: string, minutes: number): Letter => plain(url, String(minutes)),
  passwordChanged: (at: Date, device: string, site_url: string): Letter =>
    plain(device, `${at.toISOString()} ${site_url}`),
  phoneChanged: (at: Date, site_url: string): Letter =>
    plain('', `${at.toISOString()} ${site_url}`),
  marketingChanged: (is_agreed: boolean, at: Date, site_url: string): Letter =>
    plain(String(is_agreed), `${at.toISOString()} ${site_url}`),
  passkeyAdded: (name: string, at: Date, site_url: string): Letter =>
    plain(name, `${at.toISOString()} ${site_url}`),
  withdrawn: (username: string, at: Date): Letter => plain(username, at.toISOString()),
}

/** The SMS of a code. */
export const codeText = (code: string): string => code
