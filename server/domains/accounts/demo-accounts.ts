export { findDemoEmails } from './member-queries.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { findDemoEmails } from './member-queries.ts'
import {
  findDemoAuthenticators,
  insertAuthenticator,
} from './second-factor/second-factor-queries.ts'
import { generateTotpSecret, totpCode } from './second-factor/totp.ts'

/**
 * Refuses to start a server that is reachable from other hosts, also through a proxy, while the database contains
 * demonstration accounts: their passwords are public.
 * @throws StartupError if a demonstration account exists.
 */
export async function requireNoDemoMembers(db: Db): Promise<void> {
  const [email] = await findDemoEmails(db)
  if (email)
    throw new StartupError(
      `HOST or SITE_URL is not loopback, and the database contains demonstration accounts (${email}), whose passwords are public: delete from members where is_demo, or set DEMO_ACCOUNTS=allow.`,
    )
}

/** Enrols an authenticator for a demonstration account; `readDemoCodes` prints its codes. */
export async function enrollDemoAuthenticator(
  tx: Tx,
  { encryption }: { encryption: Encryption },
  member_id: number,
  now: Date,
) {
  const secret_ciphertext = encryption.encrypt(generateTotpSecret())
  await insertAuthenticator(tx, { member_id, secret_ciphertext, confirmed_at: now.toISOString() })
}

/** The current TOTP codes of the demonstration staff, for local use of the studio without an authenticator app. */
export async function readDemoCodes(db: Db, encryption: Encryption, now: Date) {
  const authenticators = await findDemoAuthenticators(db)
  return authenticators.map(({ email, secret_ciphertext }) => ({
    email,
    code: totpCode(encryption.decrypt(secret_ciphertext), now),
  }))
}
