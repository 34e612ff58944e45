import type { Database, Db, Transact, Tx } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import type { Sessions } from '#server/db/schema/tables.generated.ts'
import type { Session } from '#server/api/request-context.ts'
import { type InferResult, type Insertable, type Updateable, sql } from 'kysely'
import { memberColumns } from '../member-queries.ts'
import { seenAfter } from './session-lifetimes.ts'

/** The profile of a session that has selected none: the only one of the account, if it is open to everybody. */
const onlyProfileSql = sql`(
  select min(o.id) from profiles o where o.member_id = members.id
  having count(*) = 1 and bool_and(o.pin_hash is null and o.age_limit = '19'))`

const unexpiredSessions = (db: Db, hashes: readonly Buffer[], now: Date) =>
  db
    .selectFrom('sessions')
    .leftJoin('members', 'members.id', 'sessions.member_id')
    .leftJoin('profiles', (join) =>
      join.on('profiles.id', '=', sql`coalesce(sessions.profile_id, ${onlyProfileSql})`),
    )
    .select([
      'sessions.id',
      'sessions.signed_in_at',
      'sessions.last_seen_at',
      'sessions.second_factor_at',
      'sessions.challenge',
      'sessions.challenge_ends_at',
      'sessions.token_hash',
      'members.id as member_id',
      'profiles.id as profile_id',
      'profiles.age_limit',
      'profiles.is_child',
      ...memberColumns,
    ])
    .where('token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('expires_at', '>', now.toISOString())
    .where('last_seen_at', '>', seenAfter(now))

/** A session without the fields that are part of its token. */
export type FoundSession = Omit<Session, 'token_limit'>

type Row = InferResult<ReturnType<typeof unexpiredSessions>>[number]

/**
 * Creates the lookup of unexpired sessions with their members by token hashes, in the order of the hashes. The SQL is
 * compiled once, and each connection uses a prepared statement.
 */
export function createSessionQuery({ db, pool }: Pick<Database, 'db' | 'pool'>) {
  let text: string | undefined
  return async (hashes: readonly Buffer[], now: Date): Promise<(FoundSession | null)[]> => {
    text ??= `/* find_sessions */ ${unexpiredSessions(db, hashes, now).compile().sql}`
    // The parameters of `unexpiredSessions`, in the order of its placeholders.
    const values = [hashes, now.toISOString(), seenAfter(now)]
    const { rows } = await pool.query<Row>(text, values)
    const byHash = new Map(rows.map((row) => [keyOf(row.token_hash), toSession(row)]))
    return hashes.map((hash) => byHash.get(keyOf(hash)) ?? null)
  }
}

const keyOf = (hash: Buffer) => hash.toString('latin1')

function toSession(row: Row): FoundSession {
  const { token_hash, member_id, id, signed_in_at, last_seen_at, ...others } = row
  const { second_factor_at, challenge, challenge_ends_at, ...ownerColumns } = others
  const { profile_id, age_limit, is_child, ...member } = ownerColumns
  return {
    id,
    token_hash,
    signed_in_at,
    last_seen_at,
    second_factor_at,
    challenge,
    challenge_ends_at,
    // The left join returns all columns of the member or none.
    member: member_id === null ? null : ({ ...member, id: member_id } as Session['member']),
    profile:
      profile_id === null ? null : ({ id: profile_id, age_limit, is_child } as Session['profile']),
  }
}

/** The list is limited; signing out all devices also ends the sessions beyond the limit. */
const maxDevices = 100

/** The active sessions of a member, last seen first, and the count of all. */
export async function findActiveSessions(db: Db, member_id: number, now: Date) {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('profiles', 'profiles.id', 'sessions.profile_id')
    .select(['sessions.id', 'device', 'address', 'signed_in_at', 'last_seen_at'])
    .select('profiles.name as profile_name')
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .where('sessions.member_id', '=', member_id)
    .where('expires_at', '>', now.toISOString())
    .where('last_seen_at', '>', seenAfter(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(maxDevices)
    .execute()
  const sessions = rows.map(({ count: _, ...row }) => ({
    ...row,
    // Never null for a session with a member (check constraint).
    signed_in_at: row.signed_in_at ?? row.last_seen_at,
  }))
  return { count: rows[0]?.count ?? 0, sessions }
}

export const insertSession = (tx: Pick<Tx, 'insertInto'>, values: Insertable<Sessions>) =>
  tx.insertInto('sessions').values(values).returning('id').executeTakeFirstOrThrow()

/** Adds to an insert that it deletes a session: one statement, to save a round trip at every sign-in. */
export const withDeletionOf = (tx: Tx, session_id: number) =>
  tx.with('ended', (q) => q.deleteFrom('sessions').where('id', '=', session_id))

export const lockSession = (tx: Tx, id: number) =>
  tx
    .selectFrom('sessions')
    .select(['member_id', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** @returns undefined if the session has ended. */
export const updateSession = (tx: Tx, id: number, values: Updateable<Sessions>) =>
  tx
    .updateTable('sessions')
    .set(values)
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst()

/** @returns undefined if the token is no longer the given one. */
export const replaceTokenHash = (tx: Tx, id: number, { from, to }: { from: Buffer; to: Buffer }) =>
  tx
    .updateTable('sessions')
    .set({ token_hash: to })
    .where('id', '=', id)
    .where('token_hash', '=', from)
    .returning('expires_at')
    .executeTakeFirst()

/** @returns undefined if the challenge is no longer the given one. */
export const clearChallenge = (tx: Tx, id: number, challenge: string) =>
  tx
    .updateTable('sessions')
    .set({ challenge: null, challenge_ends_at: null })
    .where('id', '=', id)
    .where('challenge', '=', challenge)
    .returning('id')
    .executeTakeFirst()

/** Ends a session of any owner. @returns undefined if it has ended already. */
export const deleteSession = (tx: Tx, id: number) =>
  tx.deleteFrom('sessions').where('id', '=', id).returning('id').executeTakeFirst()

/** Ends one session of a member. @returns its device, or undefined if the member has no such session. */
export const deleteMemberSession = (tx: Tx, member_id: number, id: number) =>
  tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returning('device')
    .executeTakeFirst()

/** Ends all sessions of a member except `except`. A NOTIFY closes their sockets. */
export const deleteMemberSessions = (tx: Tx, member_id: number, except?: number) =>
  tx
    .deleteFrom('sessions')
    .where('member_id', '=', member_id)
    .where('id', '!=', except ?? 0)
    .execute()

export const deleteExpiredSessions = (transact: Transact, now: Date, signal?: AbortSignal) =>
  deleteInBatches(
    transact,
    'sessions',
    sql`expires_at <= ${now.toISOString()} or last_seen_at <= ${seenAfter(now)}`,
    signal,
  )
