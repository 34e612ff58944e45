/** `npm run migrate`: brings the database up to the newest migration, beside whatever runs on it, and says what it did. */
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { runTask } from '../operations/command-line.ts'
import { withAppDatabase } from '../operations/with-database.ts'

await runTask(() =>
  withAppDatabase(readConfig(process.env), async ({ owner_url }) => {
    const ran = await migrate(owner_url)
    console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
  }),
)
