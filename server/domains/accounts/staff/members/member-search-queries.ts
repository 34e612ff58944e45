import type { Db } from '#server/db/client.ts'
import { sql } from 'kysely'
import { countFailures } from '../../delivery/delivery-queries.ts'
import { isSuspended } from '../../suspension/suspension-queries.ts'

/** Keys that identify one member. */
type MemberFilter = { email: string } | { phone_blind_index: Buffer } | { id: number }

/** Reads a page of members, newest first, and the count of all. Without a filter all members match. */
export async function searchMembers(
  db: Db,
  filter: MemberFilter | null,
  { limit, offset }: { limit: number; offset: number },
) {
  let members = db.selectFrom('members as m')
  if (filter) members = members.where((eb) => eb.and(filter))
  const [{ count }, rows] = await Promise.all([
    members.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    members
      .select(isSuspended('m.id').as('is_suspended'))
      .select(countFailures(sql.ref('m.id')).as('failed_messages'))
      .select(['m.id', 'm.username', 'm.email', 'm.phone_ciphertext', 'm.created_at', 'm.is_staff'])
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, rows }
}
