/** `npm run migrate`: brings the database up to the newest migration, beside whatever runs on it, and says what it did. */
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openHouseDatabase } from '#server/db/open.ts'
import { explainStartup } from '#server/kernel/startup-fault.ts'

try {
  const house = await openHouseDatabase(readConfig(process.env))
  try {
    const ran = await migrate(house.owner_url)
    console.log(ran.length > 0 ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
  } finally {
    await house.stop()
  }
} catch (error) {
  console.error(explainStartup(error) ?? (error as Error).message)
  process.exitCode = 1
}
