/**
 * `npm run staff`: lists the staff. `npm run staff -- appoint EMAIL --role ROLE` appoints a member as staff or changes the
 * role, `dismiss EMAIL` ends it, `reset EMAIL` resets a lost second factor. Works with or without a running server.
 */
import { Email } from '#contract/accounts/account-fields.ts'
import { staffRoles } from '#contract/core/staff-roles.ts'
import { changeStaff, readStaff, type StaffCommand } from '#server/domains/accounts/index.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { parseArgs } from 'node:util'
import { operatorName, runTask } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

/** @returns the command and its address, null for the list, or undefined for other arguments. */
function parseCommand(): (StaffCommand & { email: string }) | null | undefined {
  try {
    const { positionals, values } = parseArgs({
      options: { role: { type: 'string' } },
      allowPositionals: true,
    })
    const [what, address, ...others] = positionals
    if (what === undefined && values.role === undefined) return null
    const email = Email.safeParse(address ?? '').data
    if (email === undefined || others.length > 0) return undefined
    const role = staffRoles.find((candidate) => candidate === values.role)
    if (what === 'appoint') return role && { what, role, email }
    if (values.role !== undefined) return undefined
    return what === 'dismiss' || what === 'reset' ? { what, email } : undefined
  } catch {
    return undefined
  }
}

const command = parseCommand()
if (command === undefined) {
  const roles = staffRoles.join(', ')
  console.error('Usage: npm run staff                                  list the staff')
  console.error('       npm run staff -- appoint EMAIL --role ROLE     appoint, or change the role')
  console.error('       npm run staff -- dismiss EMAIL                 dismiss a staff member')
  console.error('       npm run staff -- reset EMAIL                   reset a lost second factor')
  console.error(`Roles: ${roles}`)
  process.exit(2)
}

await runTask(() =>
  withMigratedDatabase({ name: 'staff' }, async ({ config, database: { db, transact } }) => {
    if (command) {
      const request = { ...command, by: operatorName(), site_url: config.site_url }
      try {
        if (!(await changeStaff(transact, request, new Date()))) {
          const member = await db
            .selectFrom('members')
            .select('id')
            .where('email', '=', command.email)
            .executeTakeFirst()
          console.error(
            member
              ? `Nothing to do for ${command.email}: it is so already.`
              : `There is no member ${command.email}: they sign up on the site first.`,
          )
          return 1
        }
      } catch (error) {
        if (!(error instanceof ProblemError && error.code === 'last_owner')) throw error
        console.error(`${command.email} is the last owner: appoint another one first.`)
        return 1
      }
    }
    const staff = await readStaff(db)
    if (staff.length === 0) console.log('No staff.')
    for (const { email, username, role, has_second_factor } of staff)
      console.log(
        `${email}  ${username}  ${role}  ${has_second_factor ? '' : 'no second factor yet'}`.trimEnd(),
      )
    return 0
  }),
)
