import type { Tx } from '#server/db/client.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { findPasskeys } from '../passkeys/passkey-queries.ts'
import { deleteFactors } from '../second-factor/second-factor-queries.ts'
import { deleteMemberSessions } from '../sessions/session-queries.ts'
import { lockStaffMember, updateStaffRole } from './staff-queries.ts'

/** `site_url`: base of links in e-mails. */
type StaffChange = { email: string; site_url: string; now: Date }

/**
 * Grants or revokes the staff role and ends the member's sessions, so that the change takes effect at once. Existing
 * passkeys of the member now count as a second factor, so the e-mail lists them.
 * @returns the member, or undefined if no member has this address or the role is unchanged.
 */
export async function setStaffRole(
  tx: Tx,
  { email, is_staff, site_url, now }: StaffChange & { is_staff: boolean },
) {
  const member = await updateStaffRole(tx, email, is_staff)
  if (!member) return undefined
  await deleteMemberSessions(tx, member.id)
  if (is_staff) {
    const names = (await findPasskeys(tx, member.id)).map(({ name }) => name)
    await queueEmail(tx, email, accountEmails.staffAppointed(names, now, site_url), now)
  }
  return member
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
