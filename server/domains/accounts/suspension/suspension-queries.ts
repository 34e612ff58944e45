import type { SuspensionCategory } from '#contract/accounts/account-rules.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

type Suspension = { category: SuspensionCategory; suspended_at: string }

/** The suspension of a member that has not ended. */
export const findSuspension = (db: Db, member_id: number): Promise<Suspension | undefined> =>
  db
    .selectFrom('account_suspensions')
    .select(['category', 'suspended_at'])
    .where('member_id', '=', member_id)
    .where('restored_at', 'is', null)
    .$narrowType<Suspension>()
    .executeTakeFirst()

/** SQL for whether the member in a column, such as `m.id`, is suspended. */
export const isSuspended = (member_id: string) => sql<boolean>`exists (
  select from account_suspensions s where s.member_id = ${sql.ref(member_id)} and s.restored_at is null)`

/** Suspends a member. A trigger ends all sessions. @returns undefined if the member is suspended already. */
export const insertSuspension = (tx: Tx, suspension: Suspension & { member_id: number }) =>
  tx
    .insertInto('account_suspensions')
    .values(suspension)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/** Ends a suspension. A trigger extends what would have expired meanwhile. @returns undefined if there is none. */
export const endSuspension = (tx: Tx, member_id: number, now: Date) =>
  tx
    .updateTable('account_suspensions')
    .set({ restored_at: now.toISOString() })
    .where('member_id', '=', member_id)
    .where('restored_at', 'is', null)
    .returning('category')
    .executeTakeFirst()
