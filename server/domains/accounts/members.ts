import type { Encryption } from '#server/shared/encryption.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import type { Member, RequestContext, Session } from '#server/api/request-context.ts'
import type { Selection } from './profiles/profile-queries.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** Maps a member and the selected profile to the API type. */
export function toUser(
  member: Member,
  selection: Selection,
  encryption: Encryption,
  now: Date,
): User {
  const { id, email, username, event_point, paid_point, is_marketing_agreed } = member
  const { is_staff, staff_role } = member
  return {
    id,
    email,
    username,
    event_point,
    paid_point,
    is_marketing_agreed,
    is_staff,
    staff_role,
    phonenumber: encryption.decrypt(member.phone_ciphertext),
    profile_image: selection.profile?.picture_url ?? null,
    is_adult_verified: isAgeVerified(member, now),
    is_email_failing: member.email_failed_at !== null,
    is_phone_failing: member.phone_failed_at !== null,
    ...selection,
  }
}

export type MemberContext = RequestContext & { member: Member; session: Session }

/**
 * Narrows the context to one with a member. Endpoints of access `member` already require one; the types do not show it.
 * @throws ProblemError `authentication_required`
 */
export function requireMember<C extends RequestContext>(caller: C): C & MemberContext {
  const { member, session } = caller
  if (!member || !session) throwProblem('authentication_required')
  return { ...caller, member, session }
}

/**
 * Narrows the context to one with a staff member, with or without a verified second factor.
 * @throws ProblemError `authentication_required` or `forbidden`
 */
export function requireStaffMember<C extends RequestContext>(caller: C): C & MemberContext {
  const context = requireMember(caller)
  if (!context.member.is_staff) throwProblem('forbidden')
  return context
}
