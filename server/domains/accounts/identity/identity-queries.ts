import type { Db, Tx } from '#server/db/client.ts'
import type { MemberIdentities } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'

type AttemptKey = { id: string; member_id: number }

export const insertAttempt = (tx: Tx, attempt: AttemptKey & { expires_at: string }) =>
  tx.insertInto('identity_attempts').values(attempt).execute()

const attemptOf = (db: Db, { id, member_id }: AttemptKey, now: Date) =>
  db
    .selectFrom('identity_attempts')
    .select('outcome')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .where('expires_at', '>', now.toISOString())

/** Finds an attempt of the member that has not expired. */
export const findAttempt = (db: Db, key: AttemptKey, now: Date) =>
  attemptOf(db, key, now).executeTakeFirst()

export const lockAttempt = (tx: Tx, key: AttemptKey, now: Date) =>
  attemptOf(tx, key, now).forUpdate().executeTakeFirst()

export const setAttemptOutcome = (tx: Tx, id: string, outcome: 'verified' | 'under_age') =>
  tx.updateTable('identity_attempts').set({ outcome }).where('id', '=', id).execute()

export const deleteExpiredAttempts = (tx: Tx, now: Date) =>
  tx.deleteFrom('identity_attempts').where('expires_at', '<=', now.toISOString()).execute()

type Identifiers = Pick<Insertable<MemberIdentities>, 'ci_blind_index' | 'di_blind_index'>

/** Finds the other accounts of a person, by either identifier. */
export async function findAccountsOf(
  db: Db,
  { ci_blind_index, di_blind_index }: Identifiers,
  except_id: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('member_identities')
    .select('member_id')
    .where((eb) =>
      eb.or([
        eb('ci_blind_index', '=', ci_blind_index ?? null),
        eb('di_blind_index', '=', di_blind_index ?? null),
      ]),
    )
    .where('member_id', '<>', except_id)
    .execute()
  return rows.map(({ member_id }) => member_id)
}

/** Locks members in the order of their ids, so that two accounts that take over each other's person do not deadlock. */
export const lockMembers = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('members')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const deleteIdentity = (tx: Tx, member_id: number) =>
  tx.deleteFrom('member_identities').where('member_id', '=', member_id).execute()

/** Inserts the person of an account without one. @returns undefined if another account of the person was faster */
export const insertIdentity = (tx: Tx, identity: Insertable<MemberIdentities>) =>
  tx
    .insertInto('member_identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst()

/** Finds the encrypted name of a member's verified person. */
export const findIdentity = (db: Db, member_id: number) =>
  db
    .selectFrom('member_identities')
    .select('name_ciphertext')
    .where('member_id', '=', member_id)
    .executeTakeFirst()

/** Ends the age verification of members whose person no provider has verified. */
export const endUnidentifiedAges = (tx: Tx) =>
  sql`
  update members set adult_verified_until = null where adult_verified_until is not null
    and not exists (select from member_identities i where i.member_id = members.id)`.execute(tx)
