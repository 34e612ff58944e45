import type { Passwords } from './passwords.ts'
import type { Sealing } from '#server/kernel/sealing.ts'

/** What the use cases of this domain are given when the house is put together. */
export type AccountsParts = {
  sealing: Sealing
  passwords: Passwords
  /** `https://hanpyeon.example`, without a last slash: links in mails, and the origin passkeys are bound to. */
  site_url: string
  /** Where re-encoded profile pictures lie. */
  images_dir: string
  /** Limits of `throttles` are counted, unless the server is measured on loopback. */
  limits: boolean
}
