/** The house that a task of the command line works in, beside what runs there or without it. */
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { type HouseDatabase, openHouseDatabase } from '#server/db/open.ts'

/** Opens the database of the configuration, as it is, and closes it again however `work` ends. */
export async function withHouse<R>(
  config: Config,
  work: (house: HouseDatabase) => Promise<R>,
): Promise<R> {
  const house = await openHouseDatabase(config)
  try {
    return await work(house)
  } finally {
    await house.stop()
  }
}

export type Place = { config: Config; house: HouseDatabase; database: Database }

/**
 * The same with the database brought up to date, and connections to it as the application.
 * @param name of the task, which `pg_stat_activity` shows.
 */
export async function withDatabase<R>(
  { name, connections = 2 }: { name: string; connections?: number },
  work: (place: Place) => Promise<R>,
): Promise<R> {
  const config = readConfig(process.env)
  return withHouse(config, async (house) => {
    await migrate(house.owner_url)
    const database = openDatabase(house.url, { connections, name: `hanpyeon ${name}` })
    try {
      return await work({ config, house, database })
    } finally {
      await database.close()
    }
  })
}
