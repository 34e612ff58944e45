import type { User } from '#contract/accounts.ts'
import type { Member } from '#server/kernel/handler.ts'
import type { Sealing } from '#server/kernel/sealing.ts'

/** D-12: what a session without a member answers, which is the case that opens the login modal. */
const nobody: User = {
  id: null,
  email: '',
  username: '',
  phonenumber: '',
  profile_image: null,
  event_point: 0,
  paid_point: 0,
  is_marketing_agreed: false,
  is_adult_verified: false,
  is_staff: false,
}

/** The member as the wire has him. */
export function userOf(member: Member | null, sealing: Sealing, now: Date): User {
  if (!member) return nobody
  const { id, email, username, event_point, paid_point, is_marketing_agreed, is_staff } = member
  const until = member.adult_verified_until
  return {
    id,
    email,
    username,
    phonenumber: sealing.open(member.phone_sealed),
    profile_image: member.profile_image_key && `/images/${member.profile_image_key}`,
    event_point,
    paid_point,
    is_marketing_agreed,
    is_adult_verified: until !== null && Date.parse(until) > now.getTime(),
    is_staff,
  }
}
