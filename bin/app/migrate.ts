/** `npm run migrate`: applies pending migrations and prints them. Safe while the app is running. */
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { runTask } from '../operations/command-line.ts'
import { withAppDatabase } from '../operations/with-database.ts'

await runTask(() =>
  withAppDatabase(
    readConfig(process.env),
    async ({ owner_url }) => {
      const ran = await migrate(owner_url)
      console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
    },
    { creates: true },
  ),
)
