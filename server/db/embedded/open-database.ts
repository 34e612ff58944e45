import { StartupError } from '#server/shared/startup-error.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded-postgres.ts'
import { databaseStartupError } from '../connection-errors.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type AppDatabase = {
  /** As the application. */
  url: string
  /** As the owner of the tables. */
  owner_url: string
  /** Whether it was started here, so that nobody else's worker can be expected. */
  started: boolean
  /** Stops what was started here, unless somebody else uses it meanwhile. */
  stop(): Promise<void>
}

type DatabaseSettings = {
  database_url: string | undefined
  database_owner_url: string | undefined
  data_dir: string
}

const oldest = 18
const reviveEvery = 250

/**
 * The database of this house: `DATABASE_URL`, or the embedded one in the data folder, started where it does not
 * run, and kept running: it comes back on the same port when it falls.
 * @param options.sole whether the embedded one belongs to us, so that `stop` ends it whoever started it.
 * @throws StartupFault with one line that says what is wrong with it.
 */
export async function openAppDatabase(
  config: DatabaseSettings,
  options: { sole?: boolean } = {},
): Promise<AppDatabase> {
  if (config.database_url) {
    const owner_url = config.database_owner_url ?? config.database_url
    await checkDatabase(config.database_url, 'DATABASE_URL')
    if (owner_url !== config.database_url) {
      await checkDatabase(owner_url, 'DATABASE_OWNER_URL')
      await checkRoles(config.database_url, owner_url)
    }
    return { url: config.database_url, owner_url, started: false, stop: async () => {} }
  }
  const kept = await keepEmbedded(config.data_dir)
  return {
    url: kept.first.url,
    owner_url: kept.first.owner_url,
    started: !kept.first.adopted,
    async stop() {
      const mine = options.sole || (!kept.first.adopted && !(await isUsed(kept.first.owner_url)))
      await kept.stop(mine)
    },
  }
}

/** Starts the embedded database, and starts it again, on its port, whenever it falls. */
async function keepEmbedded(folder: string) {
  let stopped = false
  let reviving: Promise<void> | undefined
  const onExit = () => void (reviving = revive())
  const first = await startEmbedded(folder, { durable: true, onExit })
  let current: EmbeddedDatabase = first

  async function revive() {
    while (!stopped) {
      try {
        current = await startEmbedded(folder, { durable: true, port: first.port, onExit })
        return
      } catch {
        await pause(reviveEvery)
      }
    }
  }

  return {
    first,
    async stop(end: boolean) {
      stopped = true
      await reviving
      if (end) await current.stop()
    },
  }
}

/**
 * Looks whether a database can be used at all.
 * @param name of the variable that holds its address. @throws StartupFault: the address is shown without its password.
 */
async function checkDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = Number(rows[0]?.version)
    if (version >= oldest) return
    throw new StartupError(
      `${name}: the server is PostgreSQL ${version}, and ${oldest} or newer is needed.`,
    )
  } catch (error) {
    throw error instanceof StartupError ? error : databaseStartupError(error, url, name)
  } finally {
    await client.end().catch(() => {})
  }
}

type Role = { name: string; may_create: boolean; is_member: boolean | null }

/**
 * Looks, before anything is made, whether the application will be able to read what the owner makes.
 * @throws StartupFault with the statement that is missing.
 */
async function checkRoles(url: string, owner_url: string): Promise<void> {
  const [app, owner] = await Promise.all([url, owner_url].map(readRole))
  if (!app || !owner || app.name === owner.name || app.is_member) return
  const grant = `grant hanpyeon_app to ${app.name}`
  if (app.is_member === false)
    throw new StartupError(
      `DATABASE_URL: "${app.name}" has no rights here. As a superuser, in psql: ${grant};`,
    )
  // The first migration makes the role and gives it its rights; later they would be given by nobody.
  if (!owner.may_create)
    throw new StartupError(
      `DATABASE_OWNER_URL: "${owner.name}" may not create the role that holds the application's rights. As a superuser, in psql: create role hanpyeon_app nologin; ${grant};`,
    )
}

async function readRole(url: string): Promise<Role | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Role>(
      `select rolname as name, rolsuper or rolcreaterole as may_create,
         pg_has_role(to_regrole('hanpyeon_app'), 'member') as is_member
       from pg_roles where rolname = current_user`,
    )
    return rows[0]
  } finally {
    await client.end().catch(() => {})
  }
}

async function isUsed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rows.length > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
