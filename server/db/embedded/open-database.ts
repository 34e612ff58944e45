import { StartupError } from '#server/shared/startup-error.ts'
import { type EmbeddedDatabase, hasCluster, startEmbedded } from './embedded-postgres.ts'
import { databaseStartupError, rejectEarlierServer } from '../startup-client.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../connection.ts'

export type AppDatabase = {
  /** URL of the application role. */
  url: string
  /** URL of the role that owns the tables. */
  owner_url: string
  /** Whether this process started it, so that no other worker can be running. */
  started: boolean
  /** Stops a database started by this process, unless it has other connections. */
  stop(): Promise<void>
}

type DatabaseSettings = {
  database_url: string | undefined
  database_variable: string
  database_owner_url: string | undefined
  data_dir: string
}

const restartDelayMs = 250

/**
 * Opens the database of the app: `DATABASE_URL`, or the embedded one in the data folder, which is started if necessary and
 * restarted on the same port when it ends.
 * @param options.sole whether the embedded database belongs to this process, so that `stop` always ends it
 * @param options.creates whether an embedded database is created if there is none
 * @throws StartupError with one line about the problem
 */
export async function openAppDatabase(
  config: DatabaseSettings,
  options: { sole?: boolean; creates?: boolean } = {},
): Promise<AppDatabase> {
  if (config.database_url) {
    const owner_url = config.database_owner_url ?? config.database_url
    await checkDatabase(config.database_url, config.database_variable)
    if (owner_url !== config.database_url) {
      await checkDatabase(owner_url, 'DATABASE_OWNER_URL')
      await checkRoles(config.database_url, owner_url)
    }
    return { url: config.database_url, owner_url, started: false, stop: async () => {} }
  }
  if (!options.creates && !hasCluster(config.data_dir))
    throw new StartupError(
      `There is no database in ${config.data_dir}: set DATA_DIR to the folder of the site, or DATABASE_URL. npm start makes a new one.`,
    )
  const embedded = await superviseEmbedded(config.data_dir)
  return {
    url: embedded.first.url,
    owner_url: embedded.first.owner_url,
    started: !embedded.first.adopted,
    async stop() {
      const mustEnd =
        options.sole || (!embedded.first.adopted && !(await isUsed(embedded.first.owner_url)))
      await embedded.stop(mustEnd)
    },
  }
}

/** Starts the embedded database, and restarts it on its port whenever it ends. */
async function superviseEmbedded(folder: string) {
  let stopped = false
  let restarting: Promise<void> | undefined
  const onExit = () => void (restarting = restart())
  const first = await startEmbedded(folder, { durable: true, onExit })
  let current: EmbeddedDatabase = first

  async function restart() {
    while (!stopped) {
      try {
        current = await startEmbedded(folder, { durable: true, port: first.port, onExit })
        return
      } catch {
        await pause(restartDelayMs)
      }
    }
  }

  return {
    first,
    async stop(end: boolean) {
      stopped = true
      await restarting
      if (end) await current.stop()
    },
  }
}

/**
 * Checks the connection and the server version.
 * @param name of the variable with the database URL
 * @throws StartupError with the URL, without its password
 */
async function checkDatabase(url: string, name: string): Promise<void> {
  const client = createClient(url, { name: 'hanpyeon start' })
  try {
    await client.connect()
    await rejectEarlierServer(client, name)
  } catch (error) {
    throw error instanceof StartupError ? error : databaseStartupError(error, url, name)
  } finally {
    await client.end().catch(() => {})
  }
}

type Role = { name: string; may_create: boolean; is_member: boolean | null }

/**
 * Checks before the first migration whether the application role will have access to the owner's tables.
 * @throws StartupError with the missing statement
 */
async function checkRoles(url: string, owner_url: string): Promise<void> {
  const [app, owner] = await Promise.all([url, owner_url].map(readRole))
  if (!app || !owner || app.name === owner.name || app.is_member) return
  const grant = `grant hanpyeon_app to ${app.name}`
  if (app.is_member === false)
    throw new StartupError(
      `DATABASE_URL: "${app.name}" has no rights here. As a superuser, in psql: ${grant};`,
    )
  // The first migration creates the role and grants its privileges; nothing grants them later.
  if (!owner.may_create)
    throw new StartupError(
      `DATABASE_OWNER_URL: "${owner.name}" may not create the role that holds the application's rights. As a superuser, in psql: create role hanpyeon_app nologin; ${grant};`,
    )
}

async function readRole(url: string): Promise<Role | undefined> {
  const client = createClient(url, { name: 'hanpyeon start' })
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
  const client = createClient(url, { name: 'hanpyeon start' })
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
