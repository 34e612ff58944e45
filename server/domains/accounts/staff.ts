import type { Db, Tx } from '#server/db/client.ts'
import { closeSessionsOf } from './sessions.ts'

export type StaffMember = {
  id: number
  email: string
  username: string
  has_second_factor: boolean
}

/** Who runs the service, oldest member first. */
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
              .selectFrom('authenticators as a')
              .whereRef('a.member_id', '=', 'm.id')
              .where('a.secret_sealed', 'is not', null),
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

/**
 * Makes a member staff, or takes that from him; his sessions end, so that it holds at once.
 * @returns the member, or undefined where nobody has this address or nothing changed.
 */
export async function setStaff(tx: Tx, email: string, is_staff: boolean) {
  const member = await tx
    .updateTable('members')
    .set({ is_staff })
    .where('email', '=', email)
    .where('is_staff', '!=', is_staff)
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (member) await closeSessionsOf(tx, member.id)
  return member
}

/**
 * Takes the second factor of staff away, passkeys too, for whom both are lost: at his next visit he sets one up.
 * @returns the member, or undefined where no staff has this address.
 */
export async function resetSecondFactor(tx: Tx, email: string) {
  const member = await tx
    .selectFrom('members')
    .select(['id', 'username'])
    .where('email', '=', email)
    .where('is_staff', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!member) return undefined
  await tx.deleteFrom('authenticators').where('member_id', '=', member.id).execute()
  await tx.deleteFrom('passkeys').where('member_id', '=', member.id).execute()
  await closeSessionsOf(tx, member.id)
  return member
}
