import type { Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import type { IdentityVerifier } from '#server/adapters/services/identity-verification.ts'
import type { PasswordHasher } from './passwords/password-hashing.ts'

/** What else has to end, or be paid back, when a member leaves; it runs in the transaction that erases him. */
export type AccountDeletionHook = (tx: Tx, member_id: number, now: Date) => Promise<void>

/** What the use cases of this domain are given when the house is put together. */
export type AccountsDependencies = {
  sealing: Encryption
  passwords: PasswordHasher
  /** `https://hanpyeon.example`, without a last slash: links in mails, and the origin passkeys are bound to. */
  site_url: string
  /** Where re-encoded profile pictures lie. */
  files: Storage
  /** Tells whoever keeps files in memory that a folder is gone. */
  forget_files: (folder: StorageKey) => void
  /** Who proves people's age (D-23). */
  identity: IdentityVerifier
  /** Of the other domains, in this order. A refusal of one keeps the member. */
  closings: readonly AccountDeletionHook[]
  /** Limits of `throttles` are counted, unless the server is measured on loopback. */
  limits: boolean
}
