/**
 * `npm run staff`: lists the staff. `npm run staff -- create EMAIL` creates a member of staff and prints a link for the
 * password; `appoint EMAIL --role ROLE` appoints a member or changes the role, `dismiss EMAIL` ends it,
 * `reset-password EMAIL` prints another link, `reset EMAIL` resets a lost second factor. Needs no running server.
 */
import { Email } from '#contract/accounts/account-fields.ts'
import { type StaffRole, staffRoles } from '#contract/core/staff-roles.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import type { Database, Db } from '#server/db/client.ts'
import {
  changeStaff,
  createPasswordHasher,
  createStaffMember,
  createStaffPasswordLink,
  readStaff,
  type StaffCommand,
  staffLinkHours,
} from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { parseArgs } from 'node:util'
import { operatorName, runTask } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

type Command = { email: string } & (
  | StaffCommand
  | { what: 'create'; role: StaffRole }
  | { what: 'reset-password' }
)

/** @returns the command and its address, null for the list, or undefined for other arguments. */
function parseCommand(): Command | null | undefined {
  try {
    const { positionals, values } = parseArgs({
      options: { role: { type: 'string' } },
      allowPositionals: true,
    })
    const [what, address, ...others] = positionals
    if (what === undefined && values.role === undefined) return null
    const email = Email.safeParse(address ?? '').data
    if (email === undefined || others.length > 0) return undefined
    const named = what === 'create' ? (values.role ?? 'owner') : values.role
    const role = staffRoles.find((candidate) => candidate === named)
    if (what === 'appoint' || what === 'create') return role && { what, role, email }
    if (values.role !== undefined) return undefined
    return what === 'dismiss' || what === 'reset' || what === 'reset-password'
      ? { what, email }
      : undefined
  } catch {
    return undefined
  }
}

const command = parseCommand()
if (command === undefined) {
  const roles = staffRoles.join(', ')
  console.error('Usage: npm run staff                                  list the staff')
  console.error(
    '       npm run staff -- create EMAIL [--role ROLE]    create an owner, or with a role',
  )
  console.error('       npm run staff -- appoint EMAIL --role ROLE     appoint, or change the role')
  console.error('       npm run staff -- dismiss EMAIL                 dismiss a staff member')
  console.error(
    '       npm run staff -- reset-password EMAIL          print a link for a new password',
  )
  console.error('       npm run staff -- reset EMAIL                   reset a lost second factor')
  console.error(`Roles: ${roles}`)
  process.exit(2)
}

/** Runs a command that creates a link, and prints it. */
async function printLink(
  config: Config,
  { transact }: Database,
  request: Extract<Command, { what: 'create' | 'reset-password' }>,
) {
  const { email, what } = request
  const { site_url } = config
  const by = operatorName()
  const link =
    request.what === 'create'
      ? await createStaffMember(
          {
            transact,
            site_url,
            encryption: createEncryption(resolveSecret(config, 'encryption')),
            passwords: createPasswordHasher(),
          },
          { ...request, by },
          new Date(),
        )
      : await createStaffPasswordLink({ transact, site_url }, { email, by }, new Date())
  if (!link)
    throw new StartupError(
      what === 'create'
        ? `${email} has an account: appoint it, or use reset-password.`
        : `There is no staff member ${email}: npm run staff lists them.`,
    )
  console.log(
    `Set the password of ${email} here, once, within ${staffLinkHours} hours. The studio then asks for a second factor.`,
  )
  console.log(link)
}

async function runStaffCommand(
  { site_url }: Config,
  { db, transact }: Database,
  request: StaffCommand & { email: string },
) {
  const { email } = request
  try {
    if (await changeStaff(transact, { ...request, by: operatorName(), site_url }, new Date()))
      return
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'last_owner')) throw error
    throw new StartupError(`${email} is the last owner: appoint another one first.`)
  }
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  throw new StartupError(
    member
      ? `Nothing to do for ${email}: it is so already.`
      : `There is no member ${email}: npm run staff -- create makes one.`,
  )
}

async function printStaff(db: Db) {
  const staff = await readStaff(db)
  if (staff.length === 0) console.log('No staff.')
  for (const { email, username, role, has_second_factor } of staff)
    console.log(
      `${email}  ${username}  ${role}  ${has_second_factor ? '' : 'no second factor yet'}`.trimEnd(),
    )
}

await runTask(() =>
  withMigratedDatabase(
    { name: 'staff', encrypts: command?.what === 'create' },
    async ({ config, database }) => {
      if (command?.what === 'create' || command?.what === 'reset-password')
        return printLink(config, database, command)
      if (command) await runStaffCommand(config, database, command)
      return printStaff(database.db)
    },
  ),
)
