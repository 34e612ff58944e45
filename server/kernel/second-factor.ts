import { secondFactorSeconds } from '#contract/second-factor.ts'
import type { Member, Session } from './handler.ts'
import { refuse } from './refusals.ts'

/** Until when the session may work in the studio; null where it has proven no second factor, or too long ago. */
export function secondFactorUntil(
  session: Pick<Session, 'second_factor_at'> | null,
  now: Date,
): string | null {
  const until = Date.parse(session?.second_factor_at ?? '') + secondFactorSeconds * 1_000
  // Without an instant this is no number, and over.
  return until > now.getTime() ? new Date(until).toISOString() : null
}

/**
 * Lets nobody into the studio but staff whose session has proven a second factor (D-80).
 * @throws Refusal `authentication_required`, `forbidden`, `second_factor_required`
 */
export function refuseAllButStaff<S extends Pick<Session, 'member' | 'second_factor_at'>>(
  session: S | null,
  now: Date,
): asserts session is S & { member: Member } {
  if (!session?.member) refuse('authentication_required')
  if (!session.member.is_staff) refuse('forbidden')
  if (!secondFactorUntil(session, now)) refuse('second_factor_required')
}
