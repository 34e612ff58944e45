/** Database access for command-line tasks, with or without a running server. */
import {
  refuseOtherSecret,
  verifyEncryptionSecret,
} from '#server/composition/verify-encryption-secret.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { inspectDatabase } from '#server/db/schema/database-content.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'
import { StartupError } from '#server/shared/startup-error.ts'

/**
 * Opens the configured database without migrating it and closes it after `work`; afterwards says which one it was.
 * @param options.creates whether an absent or empty database is accepted, for the tasks that fill it
 * @throws StartupError if there is none
 */
export async function withAppDatabase<R>(
  config: Config,
  work: (appDatabase: AppDatabase) => Promise<R>,
  { creates = false } = {},
): Promise<R> {
  const appDatabase = await openAppDatabase(config, { creates })
  const name = databaseName(config)
  try {
    const content = await inspectDatabase(appDatabase.owner_url)
    if (content === 'foreign')
      throw new StartupError(
        `The database ${name} has tables of another product: name that of the site, or an empty one. Nothing was changed.`,
      )
    if (!creates && content === 'empty')
      throw new StartupError(
        `The database ${name} is empty: name the one of the site, or make its tables by npm run migrate.`,
      )
    const result = await work(appDatabase)
    process.stderr.write(`Database: ${name}\n`)
    return result
  } finally {
    await appDatabase.stop()
  }
}

/** Names the database without its password. */
export function databaseName({ database_url, data_dir }: Config): string {
  if (!database_url) return `in ${data_dir}`
  const { host, pathname } = new URL(database_url)
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`
}

export type CommandContext = { config: Config; appDatabase: AppDatabase; database: Database }

type CommandOptions = {
  /** Shown in `pg_stat_activity`. */
  name: string
  connections?: number
  /** Whether the command reads or writes encrypted data. */
  encrypts?: boolean
}

/** Does the same after applying migrations, with a connection pool of the application role. */
export async function withMigratedDatabase<R>(
  { name, connections = 2, encrypts = false }: CommandOptions,
  work: (context: CommandContext) => Promise<R>,
): Promise<R> {
  const config = readConfig(process.env)
  return withAppDatabase(config, async (appDatabase) => {
    if (encrypts) await refuseOtherSecret(config, appDatabase.owner_url)
    await migrate(appDatabase.owner_url)
    if (encrypts) await verifyEncryptionSecret(config, appDatabase.url)
    const database = openDatabase(appDatabase.url, { connections, name: `hanpyeon ${name}` })
    try {
      return await work({ config, appDatabase, database })
    } finally {
      await database.close()
    }
  })
}
