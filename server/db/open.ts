import type { Config } from '../config.ts'
import { startEmbedded } from './embedded.ts'
import pg from 'pg'

export type HouseDatabase = {
  /** As the application. */
  url: string
  /** As the owner of the tables. */
  owner_url: string
  /** Whether it was started here, so that nobody else's worker can be expected. */
  started: boolean
  /** Stops what was started here, unless somebody else uses it meanwhile. */
  stop(): Promise<void>
}

/** The database of this house: `DATABASE_URL`, or the embedded one in the data folder, started where it does not run. */
export async function openHouseDatabase(
  config: Pick<Config, 'database_url' | 'database_owner_url' | 'data_dir'>,
): Promise<HouseDatabase> {
  if (config.database_url) {
    return {
      url: config.database_url,
      owner_url: config.database_owner_url ?? config.database_url,
      started: false,
      stop: async () => {},
    }
  }
  const embedded = await startEmbedded(config.data_dir, { durable: true })
  return {
    url: embedded.url,
    owner_url: embedded.owner_url,
    started: !embedded.adopted,
    async stop() {
      if (embedded.adopted || (await isUsed(embedded.owner_url))) return
      await embedded.stop()
    },
  }
}

async function isUsed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return rows.length > 0
  } finally {
    await client.end()
  }
}
