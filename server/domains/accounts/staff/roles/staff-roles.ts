import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { accountEmails, queueEmail } from '../../emails.ts'
import { findPasskeys } from '../../passkeys/passkey-queries.ts'
import { deleteFactors } from '../../second-factor/second-factor-queries.ts'
import { deleteMemberSessions } from '../../sessions/session-queries.ts'
import { roleChangeProblem } from './staff-role-policy.ts'
import {
  lockMemberByEmail,
  lockStaffMember,
  lockStaffRoles,
  readStaffRoles,
  updateStaffRole,
} from './staff-queries.ts'

/** `site_url`: base of links in e-mails. */
type StaffChange = { email: string; site_url: string; now: Date }

/** A change of a role at the command line. `role` is null for a dismissal. */
type Appointment = StaffChange & { role: StaffRole | null }

/**
 * Appoints a member as staff with a role, changes the role, or dismisses a member of staff. An appointment and a dismissal end
 * the member's sessions. Existing passkeys of a new member of staff count as a second factor, so the e-mail lists them.
 * @returns the member with the previous role, or undefined if no member has this address or the role is unchanged.
 * @throws ProblemError `last_owner` if the staff would have no owner.
 */
export async function setStaffRole(tx: Tx, { email, role, site_url, now }: Appointment) {
  await lockStaffRoles(tx)
  const member = await lockMemberByEmail(tx, email)
  if (!member || member.role === role) return undefined
  await orLastOwner(() => updateStaffRole(tx, member.id, role))
  if (role !== null && member.role !== null) return member
  await deleteMemberSessions(tx, member.id)
  if (role !== null) {
    const names = (await findPasskeys(tx, member.id)).map(({ name }) => name)
    await queueEmail(tx, email, accountEmails.staffAppointed(names, now, site_url), now)
  }
  return member
}

/**
 * Changes the role of a member of staff in the name of an owner. Sessions read the role at every request, so they stay.
 * @throws ProblemError as `roleChangeProblem`, `last_owner`
 */
export async function changeStaffRole(
  tx: Tx,
  change: { actor_id: number; id: number; role: StaffRole; from_role: StaffRole },
): Promise<void> {
  const { actor_id, id, role, from_role } = change
  await lockStaffRoles(tx)
  const roles = await readStaffRoles(tx, [actor_id, id])
  const roleOf = (member: number) => ({ id: member, role: roles.get(member) ?? null })
  const problem = roleChangeProblem({ actor: roleOf(actor_id), target: roleOf(id), from_role })
  if (problem) throwProblem(problem)
  await orLastOwner(() => updateStaffRole(tx, id, role))
}

/** Runs a write that may take the role from the last owner. @throws ProblemError `last_owner` if the database refuses it. */
export async function orLastOwner<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'staff_owner_required')
      throwProblem('last_owner')
    throw error
  }
}

/**
 * Deletes all second factors of a staff member, including passkeys, and e-mails the member. The next visit to the studio
 * enrols a new one.
 * @returns the member, or undefined if no staff member has this address.
 */
export async function resetSecondFactor(tx: Tx, { email, site_url, now }: StaffChange) {
  const member = await lockStaffMember(tx, email)
  if (!member) return undefined
  await deleteFactors(tx, member.id)
  await deleteMemberSessions(tx, member.id)
  await queueEmail(tx, email, accountEmails.secondFactorReset(now, site_url), now)
  return member
}
