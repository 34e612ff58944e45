import type { Config } from '#server/config.ts'
import { readSecretFit } from '#server/composition/verify-encryption-secret.ts'
import { openAppDatabase } from '#server/db/embedded/open-database.ts'
import { findMissingMigration } from '#server/db/schema/wait-for-migrations.ts'
import {
  checkPooler,
  createStartupClient,
  databaseStartupError,
  refuseTransactionPooler,
} from '#server/db/startup-client.ts'
import { clockToleranceMs } from '#server/shared/clock.ts'
import { createLogger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import type pg from 'pg'
import type { Check } from './check.ts'

/** Checks of PostgreSQL and what lies before it; none of the embedded one, which `npm start` makes and starts. */
export function databaseChecks(config: Config): readonly Check[] {
  const { database_url: url, database_variable, database_pool_url, database_replica_url } = config
  if (!url) return []
  return [
    { name: 'database', is_required: true, run: () => checkRolesAndVersion(config) },
    {
      name: 'sessions',
      is_required: true,
      run: () => checkSessions(url, database_variable),
    },
    ...(database_pool_url
      ? [{ name: 'pooler', is_required: true, run: () => checkPoolerAddress(database_pool_url) }]
      : []),
    ...(database_replica_url
      ? [{ name: 'replica', run: () => checkReplica(database_replica_url, url) }]
      : []),
    { name: 'clock', run: () => checkClock(url) },
  ]
}

async function checkRolesAndVersion(config: Config): Promise<string> {
  const { stop } = await openAppDatabase(config)
  await stop()
  return config.database_owner_url ? 'both roles may sign in' : 'the role may sign in'
}

/** @param name of the variable with the URL */
async function withClient<R>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = createStartupClient(url)
  try {
    await client.connect().catch((error: unknown) => {
      throw databaseStartupError(error, url, name)
    })
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Notifications and locks need a server process of their own, and writes the primary. */
const checkSessions = (url: string, name: string): Promise<string> =>
  withClient(url, name, async (client) => {
    await refuseTransactionPooler(client, url, name)
    const { rows } = await client.query<{ read_only: string }>(
      `select current_setting('transaction_read_only') as read_only`,
    )
    if (rows[0]?.read_only === 'on')
      throw new StartupError(`${name} leads to a server that is read-only: name the primary.`)
    return 'the primary keeps notifications and locks'
  })

async function checkPoolerAddress(url: string): Promise<string> {
  await withClient(url, 'DATABASE_URL', async () => {})
  await checkPooler(url, createLogger('silent', 'doctor'))
  return 'the role has the limits of statements'
}

/** Apart, because `npm start` migrates. */
export const tablesChecks = (config: Config): readonly Check[] =>
  config.database_url
    ? [{ name: 'tables', run: () => checkTables(config, config.database_url ?? '') }]
    : []

async function checkTables(config: Config, url: string): Promise<string> {
  const missing = await withClient(url, config.database_variable, findMissingMigration)
  if (missing) throw new StartupError(`${missing} is missing: npm run migrate.`)
  const fit = await readSecretFit(config, url)
  if (fit === 'differs' || fit === 'missing')
    throw new StartupError('DATA_ENCRYPTION_SECRET is not that of the database: set its own.')
  return 'those of this version'
}

const readSystem = `select system_identifier::text as system, pg_is_in_recovery() as is_replica from pg_control_system()`

async function checkReplica(url: string, primary_url: string): Promise<string> {
  const name = 'DATABASE_REPLICA_URL'
  const read = async (client: pg.Client) =>
    (await client.query<{ system: string; is_replica: boolean }>(readSystem)).rows[0]
  const replica = await withClient(url, name, read)
  const primary = await withClient(primary_url, 'DATABASE_URL', read)
  if (!replica?.is_replica) throw new StartupError(`${name} leads to a server that is no replica.`)
  if (replica.system !== primary?.system)
    throw new StartupError(`${name} leads to a replica of another database.`)
  return 'it follows the primary'
}

/** Times are compared with those of other machines: of sessions, codes and payments. */
const checkClock = (url: string): Promise<string> =>
  withClient(url, 'DATABASE_URL', async (client) => {
    const startedAt = Date.now()
    const { rows } = await client.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    )
    const middle = (startedAt + Date.now()) / 2
    const difference = Math.abs(Number(rows[0]?.ms) - middle)
    if (difference > clockToleranceMs)
      throw new StartupError(
        `The clocks of this machine and of PostgreSQL differ by ${Math.round(difference / 1_000)} s: synchronize both (NTP).`,
      )
    return 'that of PostgreSQL'
  })
