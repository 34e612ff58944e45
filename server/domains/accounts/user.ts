import type { User } from '#contract/accounts.ts'
import { nobody } from '#contract/fixed.ts'
import { profileWidth } from '#contract/images.ts'
import { isAdult } from '#server/kernel/adult.ts'
import type { Member } from '#server/kernel/handler.ts'
import type { Sealing } from '#server/kernel/sealing.ts'

/** The member as the wire has him; empty without one, which is the case that opens the login modal (D-12). */
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
