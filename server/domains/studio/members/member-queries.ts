import type { Tx } from '#server/db/client.ts'

export async function memberExists(tx: Tx, id: number): Promise<boolean> {
  const member = tx.selectFrom('members').select('id').where('id', '=', id)
  return (await member.executeTakeFirst()) !== undefined
}
