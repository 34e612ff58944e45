import type { Db, Tx } from '#server/db/client.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { accountEmails } from '../emails.ts'
import { deleteMemberSessions } from '../sessions/sessions.ts'
import { sql } from 'kysely'

export type StaffMember = {
  id: number
  email: string
  username: string
  has_second_factor: boolean
}

/** Lists staff members, oldest member first. */
export function readStaff(db: Db): Promise<StaffMember[]> {
  return db
    .selectFrom('members as m')
    .select((eb) => [
      'm.id',
      'm.email',
      'm.username',
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('totp_authenticators as a')
              .whereRef('a.member_id', '=', 'm.id')
              .where('a.secret_ciphertext', 'is not', null),
          ),
          eb.exists(eb.selectFrom('passkeys as p').whereRef('p.member_id', '=', 'm.id')),
        ])
        .$castTo<boolean>()
        .as('has_second_factor'),
    ])
    .where('m.is_staff', '=', true)
    .orderBy('m.id')
    .execute()
}

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
  const member = await tx
    .updateTable('members')
    .set({ is_staff })
    .where('email', '=', email)
    .where('is_staff', '!=', is_staff)
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (!member) return undefined
  await deleteMemberSessions(tx, member.id)
  if (is_staff) {
    const passkeys = await tx
      .selectFrom('passkeys')
      .select('name')
      .where('member_id', '=', member.id)
      .orderBy('id')
      .execute()
    const names = passkeys.map(({ name }) => name)
    const message = accountEmails.staffAppointed(names, now, site_url)
    await queueMessage(tx, { kind: 'mail', to: email, ...message }, { now })
  }
  return member
}

/**
 * Deletes all second factors of a staff member, including passkeys, and e-mails the member. The next visit to the studio
 * enrols a new one.
 * @returns the member, or undefined if no staff member has this address.
 */
export async function resetSecondFactor(tx: Tx, { email, site_url, now }: StaffChange) {
  const member = await tx
    .selectFrom('members')
    .select(['id', 'username'])
    .where('email', '=', email)
    .where('is_staff', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return undefined
  // This setting bypasses the trigger `enforce_last_second_factor`.
  await sql`select set_config('hanpyeon.second_factor_reset', ${String(member.id)}, true)`.execute(
    tx,
  )
  await tx.deleteFrom('totp_authenticators').where('member_id', '=', member.id).execute()
  await tx.deleteFrom('passkeys').where('member_id', '=', member.id).execute()
  await deleteMemberSessions(tx, member.id)
  const message = accountEmails.secondFactorReset(now, site_url)
  await queueMessage(tx, { kind: 'mail', to: email, ...message }, { now })
  return member
}
