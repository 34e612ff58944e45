/**
 * `npm run staff`: who runs the service. `npm run staff -- appoint|dismiss|reset EMAIL` makes a member staff, takes it from
 * him, or takes a second factor away that was lost. Beside a running server or without one.
 */
import { Email } from '#contract/accounts/account-fields.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import { changeStaff, staffChanges } from '#server/domains/studio/index.ts'
import { operatorName, runTask } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

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

await runTask(() =>
  withMigratedDatabase({ name: 'staff' }, async ({ config, database: { db, transact } }) => {
    if (what && email) {
      const by = operatorName()
      if (
        !(await changeStaff(transact, { what, email, by, site_url: config.site_url }, new Date()))
      ) {
        console.error(`Nothing to do: nobody has ${email}, or it is so already.`)
        return 1
      }
    }
    for (const { email: address, username, has_second_factor } of await readStaff(db))
      console.log(
        `${address}  ${username}  ${has_second_factor ? '' : 'no second factor yet'}`.trimEnd(),
      )
    return 0
  }),
)
