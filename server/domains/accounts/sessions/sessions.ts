import type { Database, Tx } from '#server/db/client.ts'
import { createBatcher } from '#server/db/request-batcher.ts'
import { catalogueLimitOf } from '#contract/core/age-limits.ts'
import { appendCatalogueLimit, catalogueLimitOfToken } from '#server/api/catalogue-limit.ts'
import type {
  ClientInfo,
  Session,
  SessionProfile,
  RequestContext,
} from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  extendedEnd,
  type GuestPurpose,
  guestSessionEnds,
  memberSessionEnd,
} from './session-lifetimes.ts'
import {
  createSessionQuery,
  insertSession,
  lockSession,
  replaceTokenHash,
  updateSession,
  deleteMemberSession,
  deleteMemberSessions,
  findActiveSessions,
} from './session-queries.ts'
import { hash, randomBytes } from 'node:crypto'
import { requireMember } from '../members.ts'

/** Generates a token of 256 random bits. */
export const generateToken = () => randomBytes(32).toString('base64url')

/**
 * Generates the token of a session's cookie. The age limit is part of it, so that cached responses are selected without
 * a query; a token with another limit matches no session (decisions/0015-catalogue-limits).
 */
const generateSessionToken = (profile: SessionProfile | null) =>
  appendCatalogueLimit(generateToken(), profile ? catalogueLimitOf(profile.age_limit) : '19')
/** Hash of a token for storage. A fast hash suffices for 256 random bits. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer')

/**
 * Creates the lookup of an unexpired session with its member by the token of the cookie. Every personal request needs it,
 * so concurrent lookups share one query.
 */
export function createSessionFinder(database: Pick<Database, 'db' | 'pool'>) {
  const findSessions = createSessionQuery(database)
  const find = createBatcher<{ token: string; now: Date }, Session | null>(
    async (requests) => {
      const hashes = requests.map(({ token }) => hashToken(token))
      // The requests of a batch arrive within milliseconds, so one instant serves all.
      const sessions = await findSessions(hashes, requests[0]?.now ?? new Date(0))
      return sessions.map((session, index) => {
        const token_limit = catalogueLimitOfToken(requests[index]?.token ?? '')
        return { answer: session && { ...session, token_limit } }
      })
    },
    { concurrency: 4, max_batch_size: 200 },
  )
  return (token: string, now: Date): Promise<Session | null> => find({ token, now })
}

/** Sets `last_seen_at`, which the device list shows. */
export async function updateLastSeen(tx: Tx, id: number, now: Date) {
  await updateSession(tx, id, { last_seen_at: now.toISOString() })
}

type OpenedSession = { id: number; token: string; ends: Date }

/**
 * Creates a session for a member.
 * @param has_second_factor whether the sign-in itself verified a second factor
 * @param profile the selected profile of the session that this one replaces
 * @returns the token, which is not stored, and the absolute expiry.
 */
export async function createSession(
  tx: Pick<Tx, 'insertInto'>,
  member_id: number,
  client: ClientInfo,
  now: Date,
  has_second_factor = false,
  profile: SessionProfile | null = null,
): Promise<OpenedSession> {
  const at = now.toISOString()
  const second_factor_at = has_second_factor ? at : null
  const owner = { member_id, profile, signed_in_at: at, second_factor_at }
  return storeSession(tx, owner, { client, now, ends: memberSessionEnd(now) })
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
  const guest = { member_id: null, profile: null, signed_in_at: null, second_factor_at: null }
  const ends = guestSessionEnds(purpose, now)
  const opened = await storeSession(tx, guest, { client, now, ends: ends.row })
  return { ...opened, ends: ends.cookie }
}

async function storeSession(
  tx: Pick<Tx, 'insertInto'>,
  {
    profile,
    ...owner
  }: Pick<Session, 'profile' | 'signed_in_at' | 'second_factor_at'> & { member_id: number | null },
  { client: { device, address }, now, ends }: { client: ClientInfo; now: Date; ends: Date },
): Promise<OpenedSession> {
  const token = generateSessionToken(profile)
  const at = now.toISOString()
  const times = { created_at: at, last_seen_at: at, expires_at: ends.toISOString() }
  const token_hash = hashToken(token)
  const profile_id = profile?.id ?? null
  const { id } = await insertSession(tx, {
    ...owner,
    ...times,
    profile_id,
    token_hash,
    device,
    address,
  })
  return { id, token, ends }
}

/**
 * Locks the session while codes are stored for it, and extends a guest session to the lifetime of a sign-up.
 * @returns its id, or null if the session has ended.
 */
export async function extendSession(tx: Tx, id: number): Promise<number | null> {
  const session = await lockSession(tx, id)
  if (!session) return null
  const ends = extendedEnd(session)
  if (ends) await updateSession(tx, id, { expires_at: ends.toISOString() })
  return id
}

/**
 * Replaces the token of a session when its privileges rise or its profile changes, so that a token disclosed earlier is worthless. The time of
 * sign-in, the challenge, verifications and expiry stay unchanged.
 * @throws ProblemError `authentication_required` if the session has ended.
 */
export async function rotateToken(
  tx: Tx,
  { id, profile }: Pick<Session, 'id' | 'profile'>,
  changes: { second_factor_at?: string; profile_id?: number } = {},
) {
  const token = generateSessionToken(profile)
  const updated = await updateSession(tx, id, { ...changes, token_hash: hashToken(token) })
  if (!updated) throwProblem('authentication_required')
  return { token, ends: new Date(updated.expires_at) }
}

/**
 * Replaces the token of a session by one with the limit of its profile, if the token is still that of the request.
 * @returns null if another request has replaced it, or the session has ended.
 */
export async function refreshSessionToken(
  tx: Tx,
  { id, profile, token_hash }: Pick<Session, 'id' | 'profile' | 'token_hash'>,
) {
  const token = generateSessionToken(profile)
  const updated = await replaceTokenHash(tx, id, { from: token_hash, to: hashToken(token) })
  return updated ? { token, ends: new Date(updated.expires_at) } : null
}

/** Lists the active sessions of the member, last seen first. */
export async function listDevices(caller: RequestContext) {
  const { db, now, session, member } = requireMember(caller)
  const { count, sessions } = await findActiveSessions(db, member.id, now)
  return { count, results: sessions.map((row) => ({ ...row, is_current: row.id === session.id })) }
}

/** @throws ProblemError `not_found` if the session does not exist or belongs to another member. */
export async function signOutDevice(caller: RequestContext, id: number) {
  const { transact, session, member, cookie } = requireMember(caller)
  if (!(await transact((tx) => deleteMemberSession(tx, member.id, id)))) throwProblem('not_found')
  if (id === session.id) cookie.clear()
}

/** Ends all sessions of the member except the current one. */
export async function signOutOtherDevices(caller: RequestContext) {
  const { transact, session, member } = requireMember(caller)
  await transact((tx) => deleteMemberSessions(tx, member.id, session.id))
}
