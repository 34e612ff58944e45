import type { Db } from '#server/db/client.ts'
import { StartupFault } from '#server/kernel/startup-fault.ts'

/**
 * Looks before a server starts that others come to, be it through a proxy: the passwords of demonstration accounts are
 * known to everybody (D-91).
 * @throws StartupFault when there are any.
 */
export async function refuseDemoMembers(db: Db): Promise<void> {
  const found = await db
    .selectFrom('members')
    .select('email')
    .where('is_demo', '=', true)
    .limit(1)
    .executeTakeFirst()
  if (found)
    throw new StartupFault(
      `HOST or SITE_URL is not loopback, and this database has demonstration accounts (${found.email}), whose passwords everybody knows: delete from members where is_demo, or set DEMO_ACCOUNTS=allow.`,
    )
}
