/** Database access for command-line tasks, with or without a running server. */
import { verifyEncryptionSecret } from '#server/composition/verify-encryption-secret.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'

/** Opens the configured database without migrating it and closes it after `work`. */
export async function withAppDatabase<R>(
  config: Config,
  work: (appDatabase: AppDatabase) => Promise<R>,
): Promise<R> {
  const appDatabase = await openAppDatabase(config)
  try {
    return await work(appDatabase)
  } finally {
    await appDatabase.stop()
  }
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
