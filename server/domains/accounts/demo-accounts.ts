import type { Db } from '#server/db/client.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { totpCode } from './second-factor/totp.ts'

/**
 * Looks before a server starts that others come to, be it through a proxy: the passwords of demonstration accounts are
 * known to everybody (D-91).
 * @throws StartupFault when there are any.
 */
export async function requireNoDemoMembers(db: Db): Promise<void> {
  const found = await db
    .selectFrom('members')
    .select('email')
    .where('is_demo', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (found)
    throw new StartupError(
      `HOST or SITE_URL is not loopback, and this database has demonstration accounts (${found.email}), whose passwords everybody knows: delete from members where is_demo, or set DEMO_ACCOUNTS=allow.`,
    )
}

/** What the apps of the demonstration's staff show now: who tries the studio at home has none of them (D-91). */
export async function readDemoCodes(
  db: Db,
  sealing: Encryption,
  now: Date,
): Promise<{ email: string; code: string }[]> {
  const rows = await db
    .selectFrom('authenticators as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(['m.email', 'a.secret_sealed'])
    .where('m.is_demo', '=', true)
    .where('a.secret_sealed', 'is not', null)
    .execute()
  return rows.flatMap(({ email, secret_sealed }) =>
    secret_sealed ? [{ email, code: totpCode(sealing.decrypt(secret_sealed), now) }] : [],
  )
}
