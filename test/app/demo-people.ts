import { resolveSecret, simulatorCredentials } from '#server/config.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { seedMembers } from '#seed/activity/members.ts'
import { seedCommunity } from '#seed/community/seed-community.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { storeFile } from '../../simulators/payment-gateway/store.ts'

/** The books of a gateway that no process has open; the port is any free one. */
const booksOf = ({ config }: TestApp) => ({
  settings: {
    ...simulatorCredentials,
    base_url: 'http://127.0.0.1:0',
    script_url: '',
    timeout_ms: 10_000,
  },
  file: storeFile(config),
})

const secretsOf = ({ config }: TestApp) => ({
  encryption: createEncryption(resolveSecret(config, 'encryption')),
  hash: createPasswordHasher().hash,
})

/** Seeds the two accounts of the demonstration. @returns whether they were created now. */
export const seedDemoAccounts = (app: TestApp) =>
  seedMembers(app.transact, secretsOf(app), app.clock.now())

/**
 * Seeds the two accounts and the community of the demonstration.
 * @param options.hasCards whether what members paid by card is in the books of the gateway simulator.
 * @returns whether the community was inserted now.
 */
export async function seedDemoPeople(app: TestApp, { hasCards = false } = {}): Promise<boolean> {
  await seedDemoAccounts(app)
  const { files } = storageFolders(app.config)
  const { site_url } = app.config
  const parts = { ...secretsOf(app), files, site_url, books: hasCards ? booksOf(app) : null }
  return seedCommunity(app.transact, parts, app.clock.now())
}
