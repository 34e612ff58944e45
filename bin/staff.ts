/**
 * `npm run staff`: who runs the service. `npm run staff -- appoint|dismiss|reset EMAIL` makes a member staff, takes it from
 * him, or takes a second factor away that was lost. Beside a running server or without one.
 */
import { Email } from '#contract/account-fields.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { openHouseDatabase } from '#server/db/open.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import { changeStaff, staffChanges } from '#server/domains/studio/index.ts'
import { explainStartup } from '#server/kernel/startup-fault.ts'
import { userInfo } from 'node:os'

const [asked, typed, ...others] = process.argv.slice(2)
const what = staffChanges.find((one) => one === asked)
const email = Email.safeParse(typed ?? '').data
if (others.length > 0 || (asked !== undefined && (!what || !email))) {
  console.error('Usage: npm run staff                      who runs the service')
  console.error('       npm run staff -- appoint EMAIL     makes a member staff')
  console.error('       npm run staff -- dismiss EMAIL     takes it from him')
  console.error('       npm run staff -- reset EMAIL       takes a lost second factor away')
  process.exit(2)
}

try {
  await run()
} catch (error) {
  const said = explainStartup(error)
  if (!said) throw error
  console.error(said)
  process.exitCode = 1
}

async function run() {
  const house = await openHouseDatabase(readConfig(process.env))
  try {
    await migrate(house.owner_url)
    const { db, transact, close } = openDatabase(house.url, {
      connections: 2,
      name: 'hanpyeon staff',
    })
    try {
      if (what && email) {
        const by = userInfo().username
        if (!(await changeStaff(transact, { what, email, by }, new Date()))) {
          console.error(`Nothing to do: nobody has ${email}, or it is so already.`)
          process.exitCode = 1
          return
        }
      }
      for (const one of await readStaff(db))
        console.log(
          `${one.email}  ${one.username}  ${one.has_second_factor ? '' : 'no second factor yet'}`.trimEnd(),
        )
    } finally {
      await close()
    }
  } finally {
    await house.stop()
  }
}
