import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import type { IdentityVerifier } from '#server/adapters/services/identity-verification.ts'
import type { IdentityWindowProvider } from '#server/adapters/services/portone.ts'
import type { PasswordHasher } from './passwords/password-hashing.ts'

/** Dependencies of the use cases of this domain, assembled at start. */
export type AccountsDependencies = {
  encryption: Encryption
  passwords: PasswordHasher
  /** `https://hanpyeon.example`, without a trailing slash: base of links in e-mails, and the WebAuthn origin. */
  site_url: string
  /** Storage of re-encoded profile images. */
  files: Storage
  /** Evicts the files of a deleted folder from the in-memory cache. */
  evictFiles: (folder: StorageKey) => void
  /** Service that verifies the identity by name, phone and date of birth. */
  identity: IdentityVerifier
  /** Provider that verifies the identity in its window, in place of codes; null without one. */
  identity_window: IdentityWindowProvider | null
  /** False where the operator does without SMS: numbers are taken as given, and nothing relies on them. */
  verifies_phone: boolean
  /** Hooks of the other domains, run in this order. If one throws, nothing changes. */
  accountDeletionHooks: readonly AccountDeletionHook[]
  /** Whether rate limits apply. False only for benchmarks on loopback. */
  limits: boolean
}
