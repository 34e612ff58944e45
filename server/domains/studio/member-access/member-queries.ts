import type { Tx } from '#server/db/client.ts'

/** @returns undefined if there is no such member; the role is null for a member who is not staff. */
export const findStaffRole = (tx: Tx, id: number) =>
  tx.selectFrom('members').select('staff_role').where('id', '=', id).executeTakeFirst()

export async function memberExists(tx: Tx, id: number): Promise<boolean> {
  const member = tx.selectFrom('members').select('id').where('id', '=', id)
  return (await member.executeTakeFirst()) !== undefined
}
