import type { User } from '#contract/accounts.ts'
import { profileWidth } from '#contract/images.ts'
import { isAdult } from '#server/kernel/adult.ts'
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
  const key = member.profile_image_key
  return {
    id,
    email,
    username,
    phonenumber: sealing.open(member.phone_sealed),
    profile_image: key && `/images/${key}/${profileWidth}.webp`,
    event_point,
    paid_point,
    is_marketing_agreed,
    is_adult_verified: isAdult(member, now),
    is_staff,
  }
}
