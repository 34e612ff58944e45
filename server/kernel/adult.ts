import type { Member } from './handler.ts'

/** D-23: whether the member's proof of age still holds. */
export const isAdult = (member: Pick<Member, 'adult_verified_until'>, now: Date) =>
  member.adult_verified_until !== null && Date.parse(member.adult_verified_until) > now.getTime()
