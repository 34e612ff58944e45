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

/** A token that cannot be guessed, and how it is stored. */
export const generateToken = () => randomBytes(32).toString('base64url')
/** SHA-256: the token is 256 random bits, so that nothing slower is needed to keep it from being guessed. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')

/** What `Member` is made of, beside his id. */
export const memberColumns = [
  'members.email',
  'members.username',
  'members.phone_sealed',
  'members.profile_image_key',
  'members.is_marketing_agreed',
  'members.adult_verified_until',
  'members.is_staff',
  pointsOf('event_point'),
  pointsOf('paid_point'),
] as const

/** His balance, by index; 0 before his first act of money. A row that was just put in or changed answers it, too. */
function pointsOf<K extends 'event_point' | 'paid_point'>(kind: K) {
  return sql<number>`coalesce((select ${sql.ref(kind)} from wallets where member_id = members.id), 0)`.as(
    kind,
  )
}

/** Writes down that the session was seen at `now`, as its member's list of devices shows it. */
export async function updateLastSeen(tx: Tx, id: number, now: Date) {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

type OpenedSession = { id: number; token: string; ends: Date }

/**
 * Opens a session for a member. `has_second_factor` is of staff who proved one with the sign-in.
 * @returns the token, which only the browser keeps, and when the session ends at the latest.
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
 * Opens a session without a member, for a passkey challenge or for codes.
 * @returns the token, and when the cookie ends; the row of a challenge ends earlier, unless codes extend it.
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
 * Keeps the session from ending while codes are written for it; one without a member lives on as a sign-up does.
 * @returns its id, or null if it has ended meanwhile.
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
 * Gives a session another token when its rights rise: one somebody saw before is worth nothing. When he last proved who
 * he is, what he has under way and when it ends stay as they are.
 * @throws Refusal `authentication_required` when it ended meanwhile.
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

/** Ends one session, whoever's it is. */
export async function deleteSession(tx: Tx, id: number) {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Ends every session of a member but `except`. Sockets hear of it by NOTIFY. */
export async function deleteMemberSessions(tx: Tx, member_id: number, except?: number) {
  await tx
    .deleteFrom('sessions')
    .where('member_id', '=', member_id)
    .where('id', '!=', except ?? 0)
    .execute()
}

/**
 * Signs a member in where `before` was: the old session ends and another begins, so that a token somebody
 * planted or saw before is worth nothing (session fixation). Who can sign in needs no password link (D-15).
 */
export async function replaceSession(
  tx: Tx,
  member_id: number,
  from: { before: Session | null; client: ClientInfo; now: Date; has_second_factor?: boolean },
) {
  // One statement: it is said on the way of every sign-in.
  const after = tx
    .with('ended', (q) => q.deleteFrom('sessions').where('id', '=', from.before?.id ?? 0))
    .with('unlinked', (q) => q.deleteFrom('password_links').where('member_id', '=', member_id))
  return createSession(after, member_id, from.client, from.now, from.has_second_factor)
}
