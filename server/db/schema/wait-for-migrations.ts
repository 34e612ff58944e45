import type { Logger } from '#server/shared/logger.ts'
import { isDatabaseUnavailable } from '../client.ts'
import {
  createStartupClient,
  databaseStartupError,
  isConnectionConfigError,
  refuseTransactionPooler,
  rejectEarlierServer,
} from '../startup-client.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type AppliedMigration, rejectEarlierSeries } from './earlier-series.ts'
import { rejectForeignDatabase } from './database-content.ts'
import { readSchemaFunctions } from './schema-functions.ts'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Interval of checks and of log lines, in ms. */
const pollIntervalMs = 500
const logIntervalMs = 30_000

/** Names of all migrations of the code, in order. */
export async function migrationNames(folder = migrationsFolder): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort()
}

/** Names of what the code needs in the database: its migrations, and its functions with their hashes. */
const requiredNames = async () => [
  ...(await migrationNames()),
  ...(await readSchemaFunctions()).map(({ name }) => name),
]

/**
 * Resolves once the database has every migration of the code, and has had its functions. Newer code waits for `npm run migrate`; a database that is
 * ahead is fine. If the database is unavailable it resolves at once, and a server returns 503 until it is available.
 * @param variable that holds `url`
 * @returns whether the database is available
 * @throws StartupError if `url` is wrong or leads through a pooler in transaction mode, or the server or the
 * database belongs to an earlier version or another product
 */
export async function waitForMigrations(
  url: string,
  log: Logger,
  required?: readonly string[],
  variable = 'DATABASE_URL',
): Promise<boolean> {
  const names = required ?? (await requiredNames())
  const client = createStartupClient(url)
  try {
    await client.connect()
    await refuseTransactionPooler(client, url, variable)
    await rejectEarlierServer(client, variable)
    await rejectForeignDatabase(client)
    for (let loggedAt = -logIntervalMs; ; await pause(pollIntervalMs)) {
      const missing = await firstMissing(client, names)
      if (!missing) return true
      if (performance.now() - loggedAt < logIntervalMs) continue
      loggedAt = performance.now()
      log.warn({ migration: missing }, 'waiting for migration')
    }
  } catch (error) {
    if (isConnectionConfigError(error)) throw databaseStartupError(error, url, variable)
    if (!isDatabaseUnavailable(error)) throw error
    log.warn({ host: new URL(url).host, error: (error as Error).message }, 'no database answers')
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the first migration of the code that the database lacks. */
export const findMissingMigration = async (client: pg.Client): Promise<string | undefined> =>
  firstMissing(client, await requiredNames())

async function firstMissing(client: pg.Client, names: readonly string[]) {
  // The table exists shortly before the first migration grants access to it; a role that is no member never gets access.
  const { rows } = await client.query<{ is_readable: boolean | null }>(
    `select known is not null and
       (has_table_privilege(known, 'select') or not pg_has_role(to_regrole('hanpyeon_app'), 'usage')) as is_readable
     from to_regclass('public.schema_migrations') as known`,
  )
  if (!rows[0]?.is_readable) return names[0]
  const applied = await client.query<AppliedMigration>(
    'select name, checksum from schema_migrations',
  )
  rejectEarlierSeries('The database', applied.rows, names)
  const appliedNames = new Set(applied.rows.map(({ name }) => name))
  return names.find((name) => !appliedNames.has(name))
}
