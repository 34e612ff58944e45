import { isDatabaseUnavailable } from '#server/db/client.ts'
import {
  createStartupClient,
  databaseStartupError,
  isConnectionConfigError,
  refuseTransactionPooler,
} from '#server/db/startup-client.ts'
import type { Logger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** Interval of connection attempts and of log lines, in ms. */
const pollIntervalMs = 500
const logIntervalMs = 30_000

/**
 * Resolves once the database of the queue accepts connections. A worker cannot do anything before, and can be started in
 * any order.
 * @param url of the owner role, `DATABASE_OWNER_URL`
 * @throws StartupError if waiting cannot help
 */
export async function waitForQueue(url: string, log: Logger): Promise<void> {
  for (let loggedAt = -logIntervalMs; ; await pause(pollIntervalMs)) {
    const client = createStartupClient(url)
    try {
      await client.connect()
      await refuseTransactionPooler(client, url, 'DATABASE_OWNER_URL')
      const { rows } = await client.query<{ name: string; is_owner: boolean }>(
        `select current_user as name,
           pg_has_role(nspowner, 'usage') as is_owner
         from pg_namespace where nspname = 'graphile_worker'`,
      )
      // A missing schema is created by the migrations, which are awaited next.
      if (rows[0]?.is_owner === false)
        throw new StartupError(
          `DATABASE_OWNER_URL: "${rows[0].name}" does not own the queue: name the role that migrates.`,
        )
      return
    } catch (error) {
      if (isConnectionConfigError(error))
        throw databaseStartupError(error, url, 'DATABASE_OWNER_URL')
      if (!isDatabaseUnavailable(error)) throw error
      if (performance.now() - loggedAt < logIntervalMs) continue
      loggedAt = performance.now()
      const { host } = new URL(url)
      log.warn({ host, error: (error as Error).message }, 'waiting for the database')
    } finally {
      await client.end().catch(() => {})
    }
  }
}
