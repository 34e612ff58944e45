import { secondFactorLifetimeSeconds } from '#contract/accounts/second-factor.ts'
import type { Member, Session } from './request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** Until when the session may work in the studio; null where it has proven no second factor, or too long ago. */
export function secondFactorValidUntil(
  session: Pick<Session, 'second_factor_at'> | null,
  now: Date,
): string | null {
  const until = Date.parse(session?.second_factor_at ?? '') + secondFactorLifetimeSeconds * 1_000
  // Without an instant this is no number, and over.
  return until > now.getTime() ? new Date(until).toISOString() : null
}

/**
 * Lets nobody into the studio but staff whose session has proven a second factor (D-80).
 * @throws Refusal `authentication_required`, `forbidden`, `second_factor_required`
 */
export function requireStaff<S extends Pick<Session, 'member' | 'second_factor_at'>>(
  session: S | null,
  now: Date,
): asserts session is S & { member: Member } {
  if (!session?.member) throwProblem('authentication_required')
  if (!session.member.is_staff) throwProblem('forbidden')
  if (!secondFactorValidUntil(session, now)) throwProblem('second_factor_required')
}

/** D-23: whether the member's proof of age still holds. */
export const isAgeVerified = (member: Pick<Member, 'adult_verified_until'>, now: Date) =>
  member.adult_verified_until !== null && Date.parse(member.adult_verified_until) > now.getTime()
