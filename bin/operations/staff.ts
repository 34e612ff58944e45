/**
 * `npm run staff`: lists the staff. `npm run staff -- appoint|dismiss|reset EMAIL` appoints or dismisses a staff member, or
 * resets a lost second factor. Works with or without a running server.
 */
import { Email } from '#contract/accounts/account-fields.ts'
import { readStaff } from '#server/domains/accounts/index.ts'
import { changeStaff, staffChanges } from '#server/domains/studio/index.ts'
import { operatorName, runTask } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

const [command, emailArgument, ...others] = process.argv.slice(2)
const what = staffChanges.find((one) => one === command)
const email = Email.safeParse(emailArgument ?? '').data
if (others.length > 0 || (command !== undefined && (!what || !email))) {
  console.error('Usage: npm run staff                      list the staff')
  console.error('       npm run staff -- appoint EMAIL     appoint a member as staff')
  console.error('       npm run staff -- dismiss EMAIL     dismiss a staff member')
  console.error('       npm run staff -- reset EMAIL       reset a lost second factor')
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
