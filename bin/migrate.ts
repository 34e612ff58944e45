/** `npm run migrate`: brings the database up to the newest migration, beside whatever runs on it, and says what it did. */
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { runTask } from './command-line.ts'
import { withHouse } from './house.ts'

await runTask(() =>
  withHouse(readConfig(process.env), async ({ owner_url }) => {
    const ran = await migrate(owner_url)
    console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
  }),
)
