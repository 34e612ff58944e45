import { secondFactorLifetimeSeconds } from '#contract/accounts/second-factor.ts'
import { hasStaffAccess, type StaffAccess } from '#contract/core/staff-roles.ts'
import type { Member, Session, SessionProfile } from './request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** Returns the end of studio access; null if no second factor was verified or the verification has expired. */
export function secondFactorValidUntil(
  session: Pick<Session, 'second_factor_at'> | null,
  now: Date,
): string | null {
  const until = Date.parse(session?.second_factor_at ?? '') + secondFactorLifetimeSeconds * 1_000
  // Without a timestamp `until` is NaN, and the comparison is false.
  return until > now.getTime() ? new Date(until).toISOString() : null
}

/**
 * Requires a staff session with a verified second factor (decisions/0047-second-factor) and, if `access` is given, one of
 * its roles (decisions/0046-staff-roles).
 * @throws ProblemError `authentication_required`, `forbidden`, `child_profile`, `second_factor_required`,
 * `staff_role_required`
 */
export function requireStaff<S extends Pick<Session, 'member' | 'profile' | 'second_factor_at'>>(
  session: S | null,
  now: Date,
  access?: StaffAccess,
): asserts session is S & { member: Member } {
  if (!session?.member) throwProblem('authentication_required')
  if (!session.member.is_staff) throwProblem('forbidden')
  if (session.profile?.is_child) throwProblem('child_profile')
  if (!secondFactorValidUntil(session, now)) throwProblem('second_factor_required')
  if (access && !hasStaffAccess(access, session.member.staff_role))
    throwProblem('staff_role_required', { roles: access.staff })
}

/** Whether a call that is not one of staff may also act as staff with this access: for those it answers more. */
export function canActAsStaff(
  session: Pick<Session, 'member' | 'profile' | 'second_factor_at'> | null,
  now: Date,
  access: StaffAccess,
): boolean {
  if (session?.profile?.is_child) return false
  if (!session?.member || !hasStaffAccess(access, session.member.staff_role)) return false
  return secondFactorValidUntil(session, now) !== null
}

/** The id of the caller. Endpoints of access `member` always have a member; the types do not show it. */
export const requireMemberId = (member: Pick<Member, 'id'> | null): number =>
  member?.id ?? throwProblem('authentication_required')

/** The profile of the caller. Endpoints of access `profile` always have one; the types do not show it. */
export const requireProfile = (session: Pick<Session, 'profile'> | null): SessionProfile =>
  session?.profile ?? throwProblem('profile_required')

/** Whether the member's age verification is still valid. */
export const isAgeVerified = (member: Pick<Member, 'adult_verified_until'>, now: Date) =>
  member.adult_verified_until !== null && Date.parse(member.adult_verified_until) > now.getTime()
