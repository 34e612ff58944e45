import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { confirmCode } from './confirm-code.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { consumeVerification } from './verified-contacts.ts'
import { sendPhoneCode } from './send-code.ts'
import { rotateToken } from '../sessions/sessions.ts'
import type { MemberContext } from '../members.ts'

/** The law counts years, not birthdays: from the first of January of the year one turns 19. */
const adultAge = 19
/** A date of birth further back is a slip of the finger. */
const oldest = 150

/** Sends a code to the member's own phone, to prove his age with (D-23). */
export function sendAgeVerificationCode(
  parts: AccountsDependencies,
  caller: MemberContext,
): Promise<VerificationCodeStatus> {
  return sendPhoneCode(caller, parts, 'adult', parts.sealing.decrypt(caller.member.phone_sealed))
}

/**
 * Proves for a year that the member is of age, by the code and by whoever proves identities (D-23). The date of birth is
 * asked with, and stored nowhere.
 * @returns the member as he is now; his session goes on under another token, because its rights have risen.
 * @throws Refusal of `code` like any code's, of `birth_date` as `not_confirmed` where it is not his; `under_age`
 */
export async function verifyAge(
  parts: AccountsDependencies,
  caller: MemberContext,
  { code, birth_date }: { code: string; birth_date: string },
): Promise<Member> {
  const { member, session, now, transact } = caller
  const today = seoulDate(now)
  const age = yearOf(today) - yearOf(birth_date)
  if (birth_date > today || age > oldest) throwFieldError('birth_date', 'wrong_format')
  const phonenumber = parts.sealing.decrypt(member.phone_sealed)
  await confirmCode(caller, parts, { channel: 'adult', target: phonenumber, code })
  // No transaction is open while somebody else is asked; if he is away, the same code may be sent again.
  const answer = await parts.identity.ask({ name: member.username, phonenumber, birth_date })
  const isAdult = answer.verified && answer.adult !== false && age >= adultAge
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  const renewed = await transact(async (tx) => {
    // Used up in any case: dates are not tried out one after the other.
    await consumeVerification(tx, session.id, 'adult')
    if (!isAdult) return null
    await tx
      .updateTable('members')
      .set({ adult_verified_until: until.toISOString() })
      .where('id', '=', member.id)
      .execute()
    return rotateToken(tx, session.id)
  })
  if (!answer.verified) throwFieldError('birth_date', 'not_confirmed')
  if (!renewed) throwProblem('under_age')
  caller.cookie.give(renewed.token, renewed.ends)
  return { ...member, adult_verified_until: until.toISOString() }
}

const yearOf = (date: string) => Number(date.slice(0, 4))
