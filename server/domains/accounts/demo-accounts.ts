import type { Db } from '#server/db/client.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { totpCode } from './second-factor/totp.ts'

/**
 * Refuses to start a server that is reachable from other hosts, also through a proxy, while the database contains
 * demonstration accounts: their passwords are public (D-91).
 * @throws StartupError if a demonstration account exists.
 */
export async function requireNoDemoMembers(db: Db): Promise<void> {
  const demoMember = await db
    .selectFrom('members')
    .select('email')
    .where('is_demo', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (demoMember)
    throw new StartupError(
      `HOST or SITE_URL is not loopback, and the database contains demonstration accounts (${demoMember.email}), whose passwords are public: delete from members where is_demo, or set DEMO_ACCOUNTS=allow.`,
    )
}

/** The current TOTP codes of the demonstration staff, for local use of the studio without an authenticator app (D-91). */
export async function readDemoCodes(
  db: Db,
  encryption: Encryption,
  now: Date,
): Promise<{ email: string; code: string }[]> {
  const rows = await db
    .selectFrom('totp_authenticators as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(['m.email', 'a.secret_ciphertext'])
    .where('m.is_demo', '=', true)
    .where('a.secret_ciphertext', 'is not', null)
    .execute()
  return rows.flatMap(({ email, secret_ciphertext }) =>
    secret_ciphertext
      ? [{ email, code: totpCode(encryption.decrypt(secret_ciphertext), now) }]
      : [],
  )
}
