import type { StaffRole } from '#contract/core/staff-roles.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** Lists staff members, or those of some roles, oldest member first. */
export function readStaff(db: Db, { roles }: { roles?: readonly StaffRole[] } = {}) {
  const staff = db
    .selectFrom('members as m')
    .select((eb) => [
      'm.id',
      'm.email',
      'm.username',
      eb.ref('m.staff_role').$castTo<StaffRole>().as('role'),
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
  return (roles ? staff.where('m.staff_role', 'in', roles) : staff).execute()
}

export const lockStaffMember = (tx: Tx, email: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'username'])
    .where('email', '=', email)
    .where('is_staff', '=', true)
    .forUpdate()
    .executeTakeFirst()

/** Waits for other changes of roles, which then see each other's result. The database takes the same lock. */
export const lockStaffRoles = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('staff_owners'))`.execute(tx)

/** Reads the role of members. A member without an entry does not exist. */
export async function readStaffRoles(tx: Tx, ids: readonly number[]) {
  const rows = await tx
    .selectFrom('members')
    .select((eb) => ['id', eb.ref('staff_role').$castTo<StaffRole | null>().as('role')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

export const lockMemberByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('members')
    .select((eb) => ['id', 'username', eb.ref('staff_role').$castTo<StaffRole | null>().as('role')])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Sets the role; null ends the membership of staff. A trigger refuses to take the role from the last owner. */
export const updateStaffRole = (tx: Tx, id: number, role: StaffRole | null) =>
  tx
    .updateTable('members')
    .set({ is_staff: role !== null, staff_role: role })
    .where('id', '=', id)
    .execute()
