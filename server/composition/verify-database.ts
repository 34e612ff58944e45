import type { Config } from '#server/config.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { verifyEncryptionSecret, withMigratedClient } from './verify-encryption-secret.ts'

const remedy =
  'Its payments go to the simulator: remove TOSS_SECRET_KEY for it, or start with SEED=none and a database of your own.'

/**
 * Refuses to start the demonstration with a gateway that is not on this machine, with test keys as well: works, company and
 * terms are invented.
 * @throws StartupError
 */
export function refusePaidDemonstration(config: Config): void {
  if (config.seed === 'demo' && config.takes_real_payments)
    throw new StartupError(`SEED=demo sells invented films. ${remedy}`)
}

/**
 * Verifies before a process writes anything that its database fits its secret and its gateway. Waits until the database answers
 * and is migrated.
 * @param url of the application's role
 * @throws StartupError
 */
export async function verifyDatabase(config: Config, url: string): Promise<void> {
  await verifyEncryptionSecret(config, url)
  if (!config.takes_real_payments) return
  const { rowCount } = await withMigratedClient(url, (client) =>
    client.query(`select from seed_runs where name = 'demo'`),
  )
  if (rowCount) throw new StartupError(`The database is that of the demonstration. ${remedy}`)
}
