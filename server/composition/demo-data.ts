/** The only file that loads `#seed/*` into a service, when a page first asks for the accounts. */
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/client.ts'
import { type TransportSettings, isDevOutboxEnabled } from '#server/messages/dev-outbox.ts'
import type { DemoAccount } from '#server/http/dev-tools/dev-routes.ts'
import { findDemoEmails, readDemoCodes } from '#server/domains/accounts/index.ts'
import type { Encryption } from '#server/shared/encryption.ts'

/** Whether pages offer the accounts and the outbox of the demonstration, which are for this machine alone. */
export const isDemonstration = (config: TransportSettings & Pick<Config, 'seed'>) =>
  config.seed === 'demo' && isDevOutboxEnabled(config)

/** The accounts of the demonstration that still exist, with the codes of their authenticators. */
export async function readDemonstrationAccounts(
  db: Db,
  encryption: Encryption,
  now: Date,
): Promise<DemoAccount[]> {
  const { demoMembers } = await import('#seed/activity/demo-credentials.ts')
  const [emails, codes] = await Promise.all([
    findDemoEmails(db),
    readDemoCodes(db, encryption, now),
  ])
  return demoMembers
    .filter(({ email }) => emails.includes(email))
    .map(({ email, password, is_staff }) => ({
      email,
      password,
      is_staff,
      code: codes.find((candidate) => candidate.email === email)?.code ?? null,
    }))
}
