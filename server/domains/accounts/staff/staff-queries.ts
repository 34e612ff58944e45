import type { Db, Tx } from '#server/db/client.ts'

/** Lists staff members, oldest member first. */
export const readStaff = (db: Db) =>
  db
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

export const lockStaffMember = (tx: Tx, email: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'username'])
    .where('email', '=', email)
    .where('is_staff', '=', true)
    .forUpdate()
    .executeTakeFirst()

/** @returns undefined if no member has this address or the role is unchanged. */
export const updateStaffRole = (tx: Tx, email: string, is_staff: boolean) =>
  tx
    .updateTable('members')
    .set({ is_staff })
    .where('email', '=', email)
    .where('is_staff', '!=', is_staff)
    .returning(['id', 'username'])
    .executeTakeFirst()

/** A member that meets one of the conditions. */
type MemberFilter = {
  emailPrefix: string
  phone_blind_index: Buffer | undefined
  ids: readonly number[]
}

/** Reads a page of members, newest first, and the count of all. Without a filter all members match. */
export async function searchMembers(
  db: Db,
  filter: MemberFilter | null,
  { limit, offset }: { limit: number; offset: number },
) {
  let members = db.selectFrom('members as m')
  if (filter)
    members = members.where((eb) =>
      eb.or([
        eb('m.email', 'like', `${filter.emailPrefix.replace(/[\\%_]/g, '\\$&')}%`),
        ...(filter.phone_blind_index
          ? [eb('m.phone_blind_index', '=', filter.phone_blind_index)]
          : []),
        ...filter.ids.map((id) => eb('m.id', '=', id)),
      ]),
    )
  const [{ count }, rows] = await Promise.all([
    members.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    members
      .select(['m.id', 'm.username', 'm.email', 'm.phone_ciphertext', 'm.created_at', 'm.is_staff'])
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, rows }
}
