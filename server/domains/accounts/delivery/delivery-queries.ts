import type { Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { DeliveryFailures } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'

/** Locks the member that already had the address at `at`. A report about its former owner changes nothing. */
export const lockMemberOfEmail = (tx: Tx, email: string, at: Date) =>
  tx
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .where(sql<boolean>`coalesce(email_confirmed_at, created_at) <= ${at}`)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const lockMemberOfPhone = (tx: Tx, phone_blind_index: Buffer) =>
  tx
    .selectFrom('members')
    .select('id')
    .where('phone_blind_index', '=', phone_blind_index)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** @returns undefined if the report is known. */
export const insertDeliveryFailure = (tx: Tx, failure: Insertable<DeliveryFailures>) =>
  tx
    .insertInto('delivery_failures')
    .values(failure)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst()

type FailureColumn = 'email_failed_at' | 'phone_failed_at'

/** Marks a contact as failing since `at`; one that fails already keeps its time. */
export const markContactFailing = (tx: Tx, id: number, column: FailureColumn, at: Date) =>
  tx
    .updateTable('members')
    .set({ [column]: at.toISOString() })
    .where('id', '=', id)
    .where(column, 'is', null)
    .execute()

/** @returns undefined if the contact was not failing. */
export const clearContactFailure = (tx: Tx, id: number, column: FailureColumn) =>
  tx
    .updateTable('members')
    .set({ [column]: null })
    .where('id', '=', id)
    .where(column, 'is not', null)
    .returning('email')
    .executeTakeFirst()

/** SQL for the reports about a member. */
export const countFailures = (member_id: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from delivery_failures f where f.member_id = ${member_id})`

/** Counts the reports about a member by channel. */
export async function readFailureCounts(db: Db, member_id: number) {
  const { rows } = await sql<{ mail: number; sms: number }>`
    select count(*) filter (where channel = 'mail')::int as mail, count(*) filter (where channel = 'sms')::int as sms
    from delivery_failures where member_id = ${member_id}`.execute(db)
  return rows[0] ?? { mail: 0, sms: 0 }
}

export const deleteOldFailures = (transact: Transact, before: Date, signal?: AbortSignal) =>
  deleteInBatches(transact, 'delivery_failures', sql`failed_at < ${before.toISOString()}`, signal)
