import type { Database, Db } from '#server/db/client.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import type { Session } from '#server/api/request-context.ts'
import { seenAfter } from './session-lifetimes.ts'
import { hashToken, memberColumns } from './sessions.ts'
import { type InferResult, sql } from 'kysely'

const columns = [
  'sessions.id',
  'sessions.signed_in_at',
  'sessions.last_seen_at',
  'sessions.second_factor_at',
  'sessions.challenge',
  'sessions.challenge_ends_at',
  'sessions.token_hash',
  'members.id as member_id',
  ...memberColumns,
] as const

const sessionsOf = (db: Db, hashes: readonly Buffer[], now: Date) =>
  db
    .selectFrom('sessions')
    .leftJoin('members', 'members.id', 'sessions.member_id')
    .select(columns)
    .where('token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('expires_at', '>', now.toISOString())
    .where('last_seen_at', '>', seenAfter(now))

type Row = InferResult<ReturnType<typeof sessionsOf>>[number]

/**
 * Creates the lookup of an unexpired session with its member by the token of the cookie. Every personal request needs it,
 * so the SQL is compiled once, each connection uses a prepared statement, and concurrent lookups share one query.
 */
export function createSessionFinder({ db, pool }: Pick<Database, 'db' | 'pool'>) {
  let text: string | undefined
  const find = createBatcher<{ hash: Buffer; now: Date }, Session | null>(
    async (requests) => {
      const hashes = requests.map(({ hash }) => hash)
      // The requests of a batch arrive within milliseconds, so one instant serves all.
      const now = requests[0]?.now ?? new Date(0)
      text ??= sessionsOf(db, hashes, now).compile().sql
      // The parameters of `sessionsOf`, in the order of its placeholders.
      const values = [hashes, now.toISOString(), seenAfter(now)]
      const { rows } = await pool.query<Row>({ name: 'find_sessions', text, values })
      const byHash = new Map(rows.map((row) => [keyOf(row.token_hash), sessionOf(row)]))
      return hashes.map((hash) => ({ answer: byHash.get(keyOf(hash)) ?? null }))
    },
    { at_once: 4, most: 200 },
  )
  return (token: string, now: Date): Promise<Session | null> =>
    find({ hash: hashToken(token), now })
}

const keyOf = (hash: Buffer) => hash.toString('latin1')

function sessionOf(row: Row): Session {
  const { token_hash: _, member_id, ...rest } = row
  const { id, signed_in_at, last_seen_at, second_factor_at, ...columnsLeft } = rest
  const { challenge, challenge_ends_at, ...member } = columnsLeft
  return {
    id,
    signed_in_at,
    last_seen_at,
    second_factor_at,
    challenge,
    challenge_ends_at,
    // The left join returns all columns of the member or none.
    member: member_id === null ? null : ({ ...member, id: member_id } as Session['member']),
  }
}
