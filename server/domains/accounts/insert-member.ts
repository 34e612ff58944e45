import type { Tx } from '#server/db/client.ts'
import type { Sealing } from '#server/kernel/sealing.ts'
import { memberColumns } from './sessions.ts'

type NewMember = {
  email: string
  username: string
  phonenumber: string
  password_hash: string
  is_marketing_agreed?: boolean
  is_staff?: boolean
  is_demo?: boolean
  adult_verified_until?: string
}

/**
 * Puts a member in, phone sealed and indexed.
 * @returns his row; undefined where the address or the number has an account. Of two alike at once, the second waits
 * for the first.
 */
export async function insertMember(
  tx: Tx,
  sealing: Sealing,
  { phonenumber, ...columns }: NewMember,
  now: Date,
) {
  const at = now.toISOString()
  return tx
    .insertInto('members')
    .values({
      ...columns,
      phone_sealed: sealing.seal(phonenumber),
      phone_index: sealing.index('phone', phonenumber),
      password_changed_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['members.id', ...memberColumns])
    .executeTakeFirst()
}
