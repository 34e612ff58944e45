import { isDatabaseUnavailable } from '#server/db/client.ts'
import { databaseStartupError, isConnectionConfigError } from '#server/db/connection-errors.ts'
import { createStartupClient } from '#server/db/startup-client.ts'
import type { Logger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { setTimeout as pause } from 'node:timers/promises'

/** Between looks, and between words about what is waited for, in ms. */
const lookEvery = 500
const sayEvery = 30_000

/**
 * Resolves once the database of the queue answers: a worker has nothing else to do, and whoever starts it need not start
 * it in order.
 * @param url the owner's address, `DATABASE_OWNER_URL`.
 * @throws StartupFault where waiting does not help.
 */
export async function waitForQueue(url: string, log: Logger): Promise<void> {
  for (let told = -sayEvery; ; await pause(lookEvery)) {
    const client = createStartupClient(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string; may: boolean }>(
        `select current_user as name,
           pg_has_role(nspowner, 'usage') as may
         from pg_namespace where nspname = 'graphile_worker'`,
      )
      // Where it is not there yet, it comes with the migrations, which are waited for next.
      if (rows[0]?.may === false)
        throw new StartupError(
          `DATABASE_OWNER_URL: "${rows[0].name}" does not own the queue: name the role that migrates.`,
        )
      return
    } catch (error) {
      if (isConnectionConfigError(error))
        throw databaseStartupError(error, url, 'DATABASE_OWNER_URL')
      if (!isDatabaseUnavailable(error)) throw error
      if (performance.now() - told < sayEvery) continue
      told = performance.now()
      const { host } = new URL(url)
      log.warn({ host, error: (error as Error).message }, 'waiting for the database')
    } finally {
      await client.end().catch(() => {})
    }
  }
}
