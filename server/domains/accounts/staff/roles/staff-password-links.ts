import type { StaffRole } from '#contract/core/staff-roles.ts'
import { usernameLength } from '#contract/accounts/account-rules.ts'
import { hourMs } from '#contract/core/seoul-time.ts'
import type { Database, Tx } from '#server/db/client.ts'
import { commandLineActor, recordAuditEntry } from '#server/domains/studio/index.ts'
import type { AccountsDependencies } from '../../dependencies.ts'
import { insertMember } from '../../member-queries.ts'
import { createResetLink } from '../../recovery/password-reset.ts'
import { generateToken } from '../../sessions/sessions.ts'
import { lockStaffMember } from './staff-queries.ts'

/** The operator passes such a link on, so it lives longer than a mailed one. */
export const staffLinkHours = 24

type Dependencies = Pick<Database, 'transact'> &
  Pick<AccountsDependencies, 'encryption' | 'passwords' | 'site_url'>
/** `by`: name of the operator at the command line, for the audit log. */
type LinkRequest = { email: string; by: string }

/**
 * Creates a member of staff without a phone number and without a password that anybody has. No mail is sent.
 * @returns a link that sets the password and leads to the studio; undefined if the address has an account
 */
export async function createStaffMember(
  { transact, encryption, passwords, site_url }: Dependencies,
  { email, role, by }: LinkRequest & { role: StaffRole },
  now: Date,
): Promise<string | undefined> {
  const password_hash = await passwords.hash(generateToken())
  return transact(async (tx) => {
    const username = email.slice(0, email.indexOf('@')).slice(0, usernameLength.max)
    const columns = { email, username, password_hash, is_staff: true, staff_role: role }
    const member = await insertMember(tx, encryption, { ...columns, phonenumber: '' }, now)
    if (!member) return undefined
    await recordAuditEntry(tx, commandLineActor(by, now), {
      kind: 'staff.appointed',
      subject_kind: 'member',
      subject_id: member.id,
      subject_name: username,
      after: { role },
    })
    // The first owner has the checklist of the service to work through.
    const next = role === 'owner' ? '/studio/settings' : '/studio'
    return createStudioLink(tx, member.id, { site_url, next, now })
  })
}

/**
 * Creates a link that sets a new password of a member of staff. The password stays valid until the link is used.
 * @returns undefined if no member of staff has this address
 */
export function createStaffPasswordLink(
  { transact, site_url }: Pick<Dependencies, 'transact' | 'site_url'>,
  { email, by }: LinkRequest,
  now: Date,
): Promise<string | undefined> {
  return transact(async (tx) => {
    const member = await lockStaffMember(tx, email)
    if (!member) return undefined
    await recordAuditEntry(tx, commandLineActor(by, now), {
      kind: 'staff.password_link_created',
      subject_kind: 'member',
      subject_id: member.id,
      subject_name: member.username,
    })
    return createStudioLink(tx, member.id, { site_url, next: '/studio', now })
  })
}

/** The studio enrols a second factor where there is none. */
async function createStudioLink(
  tx: Tx,
  member_id: number,
  { site_url, next, now }: { site_url: string; next: string; now: Date },
) {
  const ends = new Date(now.getTime() + staffLinkHours * hourMs)
  return `${await createResetLink(tx, member_id, { now, ends, site_url })}?next=${next}`
}
