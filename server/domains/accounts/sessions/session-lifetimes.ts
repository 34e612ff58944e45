import { dayMs } from '#contract/core/seoul-time.ts'
import type { Session } from '#server/api/request-context.ts'

/** In days (decisions/0009-sessions). */
const idleDays = 14
const absoluteDays = 30
/**
 * Lifetimes of a guest session, in ms. They are short because anyone can open one: a passkey challenge takes minutes; a
 * sign-up has codes of up to 20 minutes and verifications of 30, and can be resumed for a day.
 */
const guestLifetimes = { challenge: 30 * 60_000, verification: dayMs }
export type GuestPurpose = keyof typeof guestLifetimes
/** Minimum time between writes of `last_seen_at`, in ms. */
const seenIntervalMs = 5 * 60_000

/** A session last seen at this instant or earlier has expired. */
export const seenAfter = (now: Date) => new Date(now.getTime() - idleDays * dayMs).toISOString()

/** Whether `last_seen_at` is due for an update. */
export const isSeenDue = (session: Pick<Session, 'last_seen_at'>, now: Date) =>
  now.getTime() - Date.parse(session.last_seen_at) > seenIntervalMs

/** The absolute expiry of a member session that begins at `now`. */
export const memberSessionEnd = (now: Date) => new Date(now.getTime() + absoluteDays * dayMs)

/**
 * The expiry of a guest session that begins at `now`.
 * @returns `row`: expiry of the session; `cookie`: expiry of the cookie, which is later for a challenge because codes may
 *   extend the session.
 */
export function guestSessionEnds(purpose: GuestPurpose, now: Date): { row: Date; cookie: Date } {
  const after = (ms: number) => new Date(now.getTime() + ms)
  return { row: after(guestLifetimes[purpose]), cookie: after(guestLifetimes.verification) }
}

/**
 * The expiry of a session for which codes are sent: a guest session then lasts as long as a sign-up.
 * @returns null if the current expiry stays.
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
