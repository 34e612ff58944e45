/** The house that a task of the command line works in, beside what runs there or without it. */
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { type AppDatabase, openAppDatabase } from '#server/db/embedded/open-database.ts'

/** Opens the database of the configuration, as it is, and closes it again however `work` ends. */
export async function withAppDatabase<R>(
  config: Config,
  work: (house: AppDatabase) => Promise<R>,
): Promise<R> {
  const house = await openAppDatabase(config)
  try {
    return await work(house)
  } finally {
    await house.stop()
  }
}

export type CommandContext = { config: Config; house: AppDatabase; database: Database }

/**
 * The same with the database brought up to date, and connections to it as the application.
 * @param name of the task, which `pg_stat_activity` shows.
 */
export async function withMigratedDatabase<R>(
  { name, connections = 2 }: { name: string; connections?: number },
  work: (place: CommandContext) => Promise<R>,
): Promise<R> {
  const config = readConfig(process.env)
  return withAppDatabase(config, async (house) => {
    await migrate(house.owner_url)
    const database = openDatabase(house.url, { connections, name: `hanpyeon ${name}` })
    try {
      return await work({ config, house, database })
    } finally {
      await database.close()
    }
  })
}
