import type { Session } from '#server/api/request-context.ts'

const day = 86_400_000
/** D-22 */
const idleDays = 14
const absoluteDays = 30
/**
 * Lifetimes of a session without a member, in ms. They are short because anyone can open one: a passkey challenge is
 * answered within minutes; a sign-up has codes of up to 20 minutes and proofs of 30 (D-10, D-11), and is offered again
 * for a day (D-12).
 */
const guestLifetimes = { challenge: 30 * 60_000, verification: day }
export type GuestPurpose = keyof typeof guestLifetimes
/** `last_seen_at` is written no more often than this, in ms. */
const seenEvery = 5 * 60_000

/** A session that was last seen at this instant or before has ended. */
export const seenAfter = (now: Date) => new Date(now.getTime() - idleDays * day).toISOString()

/** Whether `last_seen_at` is old enough to be written again. */
export const isSeenDue = (session: Pick<Session, 'last_seen_at'>, now: Date) =>
  now.getTime() - Date.parse(session.last_seen_at) > seenEvery

/** When a session of a member that begins at `now` ends, however often it is used. */
export const memberSessionEnd = (now: Date) => new Date(now.getTime() + absoluteDays * day)

/**
 * When a session without a member that begins at `now` ends.
 * @returns `row`: the session's own end. `cookie`: that of the cookie, which outlasts a challenge because codes may extend
 *   the session.
 */
export function guestSessionEnds(purpose: GuestPurpose, now: Date): { row: Date; cookie: Date } {
  const after = (ms: number) => new Date(now.getTime() + ms)
  return { row: after(guestLifetimes[purpose]), cookie: after(guestLifetimes.verification) }
}

/**
 * The end of a session for which codes are written: one without a member lives as long as a sign-up.
 * @returns null where the session's own end stays.
 */
export function extendedEnd(session: {
  member_id: number | null
  created_at: string
  expires_at: string
}): Date | null {
  if (session.member_id !== null) return null
  const ends = new Date(Date.parse(session.created_at) + guestLifetimes.verification)
  return Date.parse(session.expires_at) < ends.getTime() ? ends : null
}
