import type pg from 'pg'
import { StartupError } from '#server/shared/startup-error.ts'
import type { Logger } from '#server/shared/logger.ts'
import { isDatabaseUnavailable } from './client.ts'
import { createClient, serverLimits } from './connection.ts'

/** Creates a client for checks at startup. */
export const createStartupClient = (url: string) => createClient(url, { name: 'hanpyeon startup' })

/** In transaction mode a pooler reuses a released server connection first, unless another client was faster. */
const poolerRounds = 5

/**
 * Refuses an address that leads through a pooler in transaction mode: it silently loses LISTEN and advisory locks.
 * @param name of the variable with the database URL
 * @throws StartupError
 */
export async function refuseTransactionPooler(client: pg.Client, url: string, name: string) {
  const other = createStartupClient(url)
  try {
    await other.connect()
    for (let round = 0; round < poolerRounds; round++) {
      const pid = await readServerProcess(client)
      await other.query('begin')
      // The open transaction occupies a server connection, which is that of `client` only if it is not a session.
      const isShared = (await readServerProcess(other)) === pid
      if (isShared || (await readServerProcess(client)) !== pid)
        throw new StartupError(
          `${name} leads through a pooler in transaction mode at ${new URL(url).host}, which loses notifications and ` +
            'locks: name PostgreSQL itself (for DATABASE_URL in DATABASE_DIRECT_URL), or set pool_mode = session.',
        )
      await other.query('rollback')
    }
  } finally {
    await other.end()
  }
}

const readServerProcess = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/**
 * Checks that the role has the limits of statements, which connections through a pooler in transaction mode cannot set.
 * @param url of the pooler, `DATABASE_URL`
 * @throws StartupError with the missing statements
 */
export async function checkPooler(url: string, log: Logger): Promise<void> {
  const client = createStartupClient(url)
  try {
    await client.connect()
    const limits = Object.entries(serverLimits)
    const { rows } = await client.query<{ role: string; missing: string[] }>(
      `select format('%I in database %I', current_user, current_database()) as role, array(
         select name from unnest($1::text[], $2::text[]) as needed (name, ms)
         join pg_settings using (name) where setting <> ms) as missing`,
      [limits.map(([name]) => name), limits.map(([, ms]) => String(ms))],
    )
    const { role, missing } = rows[0]!
    if (missing.length === 0) return
    const statements = limits.map(([name, ms]) => `alter role ${role} set ${name} = ${ms};`)
    throw new StartupError(
      `DATABASE_URL: behind a pooler the role holds the limits of statements. In psql: ${statements.join(' ')} Then restart the pooler.`,
    )
  } catch (error) {
    if (isConnectionConfigError(error)) throw databaseStartupError(error, url, 'DATABASE_URL')
    if (!isDatabaseUnavailable(error)) throw error
    log.warn({ host: new URL(url).host, error: (error as Error).message }, 'no pooler answers')
  } finally {
    await client.end().catch(() => {})
  }
}

const minServerVersion = 18

/**
 * Rejects a PostgreSQL that is too old for the migrations.
 * @param name of the variable with the database URL
 * @throws StartupError
 */
export async function rejectEarlierServer(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  const version = Number(rows[0]?.version)
  if (version < minServerVersion)
    throw new StartupError(
      `${name}: the server is PostgreSQL ${version}, and ${minServerVersion} or newer is needed.`,
    )
}

/** Permanent errors: unknown role, wrong password, missing database. */
const configErrorCodes = new Set(['28P01', '28000', '3D000'])

/** Whether the database URL is wrong, as opposed to the database being unavailable. */
export const isConnectionConfigError = (error: unknown) =>
  configErrorCodes.has((error as { code?: string } | null)?.code ?? '')

/**
 * Returns a one-line error for a failed connection, without the password.
 * @param name of the variable with the database URL
 */
export function databaseStartupError(error: unknown, url: string, name: string): StartupError {
  const { code, message } = error as { code?: string; message: string }
  const { host, pathname, username } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  switch (code) {
    case '28P01':
    case '28000':
      return new StartupError(
        `${name}: the server at ${host} does not let "${username}" in with this password.`,
      )
    case '3D000':
      return new StartupError(
        `${name}: there is no database "${database}" at ${host}: create it, or name another.`,
      )
    default:
      return new StartupError(
        `${name}: no PostgreSQL answers at ${host} (${code ?? message}): start it, or set another address.`,
      )
  }
}
