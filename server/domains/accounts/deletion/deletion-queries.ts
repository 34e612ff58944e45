import type { Db, Tx } from '#server/db/client.ts'
import type {
  AccountDeletions,
  AccountDeletionSurveys,
} from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'
import { isSuspended } from '../suspension/suspension-queries.ts'

/** Schedules a deletion. A trigger ends all sessions of the member. @returns undefined if one is scheduled already. */
export const insertDeletion = (tx: Tx, deletion: Insertable<AccountDeletions>) =>
  tx
    .insertInto('account_deletions')
    .values(deletion)
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst()

export const findDeletion = (db: Db, member_id: number) =>
  db
    .selectFrom('account_deletions')
    .select(['requested_at', 'due_at'])
    .where('member_id', '=', member_id)
    .executeTakeFirst()

/** Removes the deletion that was requested at this instant. @returns undefined if it is not scheduled any more. */
export const removeDeletion = (tx: Tx, member_id: number, requested_at: Date) =>
  tx
    .deleteFrom('account_deletions')
    .where('member_id', '=', member_id)
    .where('requested_at', '=', requested_at.toISOString())
    .returning('due_at')
    .executeTakeFirst()

/** The deletion of a suspended account waits, so that staff can investigate it first. */
const isNotSuspended = sql<boolean>`not ${isSuspended('account_deletions.member_id')}`

/** Reads the members whose deletion is due and has no job. */
export async function findLostDeletions(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_deletions')
    .select('member_id')
    .where('due_at', '<=', now.toISOString())
    .where(isNotSuspended)
    .where(sql<boolean>`not job_is_queued('delete_account:' || member_id)`)
    .limit(limit)
    .execute()
  return rows.map(({ member_id }) => member_id)
}

/** Finds a deletion that is due, with the answers of its survey. That of a suspended member waits. */
export const findDueDeletion = (tx: Tx, member_id: number, now: Date) =>
  tx
    .selectFrom('account_deletions')
    .select(['requested_at', 'service_problem', 'less_function', 'high_price', 'user_comment'])
    .where('member_id', '=', member_id)
    .where('due_at', '<=', now.toISOString())
    .where(isNotSuspended)
    .executeTakeFirst()

/** Sessions, consents, passkeys and links are deleted by cascade; sockets close on the NOTIFY of their sessions. */
export const deleteMember = (tx: Tx, id: number) =>
  tx
    .deleteFrom('members')
    .where('id', '=', id)
    .returning(['email', 'username'])
    .executeTakeFirstOrThrow()

export const insertDeletionSurvey = (tx: Tx, survey: Insertable<AccountDeletionSurveys>) =>
  tx.insertInto('account_deletion_surveys').values(survey).execute()
