import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { EmailChanges } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'

/** Stores a change. It replaces a pending one. */
export const storeEmailChange = (tx: Tx, change: Insertable<EmailChanges>) =>
  tx
    .insertInto('email_changes')
    .values(change)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(change))
    .execute()

/** Finds the pending change of a member. */
export const findEmailChange = (db: Db, member_id: number, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(['new_email', 'expires_at'])
    .where('member_id', '=', member_id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

type TokenColumn = 'confirm_hash' | 'refuse_hash'

/** Finds the member of an unexpired token. */
export async function findMemberOfToken(db: Db, column: TokenColumn, hash: Buffer, now: Date) {
  const row = await db
    .selectFrom('email_changes')
    .select('member_id')
    .where(column, '=', hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.member_id
}

/** Takes the change of an unexpired token, once. */
export const takeEmailChange = (tx: Tx, column: TokenColumn, hash: Buffer, now: Date) =>
  tx
    .deleteFrom('email_changes')
    .where(column, '=', hash)
    .where('expires_at', '>', now.toISOString())
    .returning(['member_id', 'new_email', 'staff_id'])
    .executeTakeFirst()

/** @returns undefined if no change is pending. */
export const deleteEmailChange = (tx: Tx, member_id: number) =>
  tx
    .deleteFrom('email_changes')
    .where('member_id', '=', member_id)
    .returning('member_id')
    .executeTakeFirst()

export const deleteExpiredEmailChanges = (transact: Transact, now: Date, signal?: AbortSignal) =>
  deleteInBatches(transact, 'email_changes', sql`expires_at <= ${now.toISOString()}`, signal)
