import type { Tx } from '#server/db/client.ts'
import type { Session, ClientInfo } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  extendedEnd,
  type GuestPurpose,
  guestSessionEnds,
  memberSessionEnd,
} from './session-lifetimes.ts'
import { sql } from 'kysely'
import { hash, randomBytes } from 'node:crypto'

/** Generates a token of 256 random bits. */
export const generateToken = () => randomBytes(32).toString('base64url')
/** Hash of a token for storage. A fast hash suffices for 256 random bits. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')

/** The columns of `Member`, except its id. */
export const memberColumns = [
  'members.email',
  'members.username',
  'members.phone_ciphertext',
  'members.profile_image_key',
  'members.is_marketing_agreed',
  'members.adult_verified_until',
  'members.is_staff',
  pointsOf('event_point'),
  pointsOf('paid_point'),
] as const

/** The balance from the wallet, 0 without one. A subquery, so that it also works in `returning`. */
function pointsOf<K extends 'event_point' | 'paid_point'>(kind: K) {
  return sql<number>`coalesce((select ${sql.ref(kind)} from wallets where member_id = members.id), 0)`.as(
    kind,
  )
}

/** Sets `last_seen_at`, which the device list shows. */
export async function updateLastSeen(tx: Tx, id: number, now: Date) {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

type OpenedSession = { id: number; token: string; ends: Date }

/**
 * Creates a session for a member.
 * @param has_second_factor whether the sign-in itself verified a second factor
 * @returns the token, which is not stored, and the absolute expiry.
 */
export async function createSession(
  tx: Pick<Tx, 'insertInto'>,
  member_id: number,
  client: ClientInfo,
  now: Date,
  has_second_factor = false,
): Promise<OpenedSession> {
  const at = now.toISOString()
  const ends = memberSessionEnd(now)
  const member = { member_id, signed_in_at: at, second_factor_at: has_second_factor ? at : null }
  return insertSession(tx, member, { client, now, ends })
}

/**
 * Creates a guest session, for a passkey challenge or for codes.
 * @returns the token and the expiry of the cookie; the session of a challenge expires earlier, unless codes extend it.
 */
export async function openGuestSession(
  tx: Pick<Tx, 'insertInto'>,
  purpose: GuestPurpose,
  client: ClientInfo,
  now: Date,
): Promise<OpenedSession> {
  const guest = { member_id: null, signed_in_at: null, second_factor_at: null }
  const ends = guestSessionEnds(purpose, now)
  const opened = await insertSession(tx, guest, { client, now, ends: ends.row })
  return { ...opened, ends: ends.cookie }
}

/**
 * Locks the session while codes are stored for it, and extends a guest session to the lifetime of a sign-up.
 * @returns its id, or null if the session has ended.
 */
export async function holdSession(tx: Tx, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(['member_id', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const ends = extendedEnd(row)
  if (ends)
    await tx
      .updateTable('sessions')
      .set({ expires_at: ends.toISOString() })
      .where('id', '=', id)
      .execute()
  return id
}

async function insertSession(
  tx: Pick<Tx, 'insertInto'>,
  owner: { member_id: number | null; signed_in_at: string | null; second_factor_at: string | null },
  { client, now, ends }: { client: ClientInfo; now: Date; ends: Date },
): Promise<OpenedSession> {
  const token = generateToken()
  const at = now.toISOString()
  const { id } = await tx
    .insertInto('sessions')
    .values({
      ...owner,
      token_hash: hashToken(token),
      created_at: at,
      last_seen_at: at,
      expires_at: ends.toISOString(),
      device: client.device,
      address: client.address,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, ends }
}

/**
 * Replaces the token of a session when its privileges rise, so that a token disclosed earlier is worthless. The time of
 * sign-in, the challenge, verifications and expiry stay unchanged.
 * @throws ProblemError `authentication_required` if the session has ended.
 */
export async function rotateToken(tx: Tx, id: number): Promise<{ token: string; ends: Date }> {
  const token = generateToken()
  const row = await tx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst()
  if (!row) throwProblem('authentication_required')
  return { token, ends: new Date(row.expires_at) }
}

/** Ends a session of any owner. */
export async function deleteSession(tx: Tx, id: number) {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends all sessions of a member except `except`. A NOTIFY closes their sockets. */
export async function deleteMemberSessions(tx: Tx, member_id: number, except?: number) {
  await tx
    .deleteFrom('sessions')
    .where('member_id', '=', member_id)
    .where('id', '!=', except ?? 0)
    .execute()
}

/**
 * Signs a member in: the session `before` ends and a new one begins, so that a token set or seen by an attacker is
 * worthless (session fixation). Pending password reset links are deleted (D-15).
 */
export async function replaceSession(
  tx: Tx,
  member_id: number,
  from: { before: Session | null; client: ClientInfo; now: Date; has_second_factor?: boolean },
) {
  // One statement, to save round trips at every sign-in.
  const statement = tx
    .with('ended', (q) => q.deleteFrom('sessions').where('id', '=', from.before?.id ?? 0))
    .with('unlinked', (q) =>
      q.deleteFrom('password_reset_links').where('member_id', '=', member_id),
    )
  return createSession(statement, member_id, from.client, from.now, from.has_second_factor)
}
