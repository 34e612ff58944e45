import type { Tx } from '#server/db/client.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import type { FileName, Files } from '#server/outside/files/index.ts'
import type { Identity } from '#server/outside/identity/index.ts'
import type { Passwords } from './passwords.ts'

/** What else has to end, or be paid back, when a member leaves; it runs in the transaction that erases him. */
export type Closing = (tx: Tx, member_id: number, now: Date) => Promise<void>

/** What the use cases of this domain are given when the house is put together. */
export type AccountsParts = {
  sealing: Sealing
  passwords: Passwords
  /** `https://hanpyeon.example`, without a last slash: links in mails, and the origin passkeys are bound to. */
  site_url: string
  /** Where re-encoded profile pictures lie. */
  files: Files
  /** Tells whoever keeps files in memory that a folder is gone. */
  forget_files: (folder: FileName) => void
  /** Who proves people's age (D-23). */
  identity: Identity
  /** Of the other domains, in this order. A refusal of one keeps the member. */
  closings: readonly Closing[]
  /** Limits of `throttles` are counted, unless the server is measured on loopback. */
  limits: boolean
}
