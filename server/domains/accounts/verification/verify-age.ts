import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { confirmCode } from './verify-contact.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { updateMember } from '../member-queries.ts'
import { deleteCodes } from './code-queries.ts'
import { sendPhoneCode } from './send-code.ts'
import { rotateToken } from '../sessions/sessions.ts'
import type { MemberContext } from '../members.ts'

/** By law a person is an adult from 1 January of the year in which they turn 19. */
const adultAge = 19
/** In years; an earlier date of birth is treated as a typing error. */
const maxAge = 150

/** Sends an age verification code to the member's own phone (D-23). */
export function sendAgeVerificationCode(
  deps: AccountsDependencies,
  caller: MemberContext,
): Promise<VerificationCodeStatus> {
  const phonenumber = deps.encryption.decrypt(caller.member.phone_ciphertext)
  return sendPhoneCode(caller, deps, 'adult', phonenumber)
}

/**
 * Verifies for one year that the member is an adult, by the code and the identity provider (D-23). The date of birth is
 * sent to the provider and not stored. The session gets a new token, because its privileges rise.
 * @returns the updated member.
 * @throws ProblemError of `code` as `confirmCode`; of `birth_date`: `invalid_format`, or `not_verified` if the provider
 * does not confirm it; `under_age`
 */
export async function verifyAge(
  deps: AccountsDependencies,
  caller: MemberContext,
  { code, birth_date }: { code: string; birth_date: string },
): Promise<Member> {
  const { member, session, now, transact } = caller
  const today = seoulDate(now)
  const age = yearOf(today) - yearOf(birth_date)
  if (birth_date > today || age > maxAge) throwFieldError('birth_date', 'invalid_format')
  const phonenumber = deps.encryption.decrypt(member.phone_ciphertext)
  await confirmCode(caller, deps, { channel: 'adult', target: phonenumber, code })
  // No transaction is open during the external call; if it fails, the client may retry with the same code.
  const answer = await deps.identity.ask({ name: member.username, phonenumber, birth_date })
  const isAdult = answer.verified && answer.adult !== false && age >= adultAge
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + 1)
  const rotated = await transact(async (tx) => {
    // Consumed in any case, so that dates of birth cannot be enumerated with one code.
    await deleteCodes(tx, session.id, ['adult'])
    if (!isAdult) return null
    await updateMember(tx, member.id, { adult_verified_until: until.toISOString() })
    return rotateToken(tx, session)
  })
  if (!answer.verified) throwFieldError('birth_date', 'not_verified')
  if (!rotated) throwProblem('under_age')
  caller.cookie.give(rotated.token, rotated.ends)
  return { ...member, adult_verified_until: until.toISOString() }
}

const yearOf = (date: string) => Number(date.slice(0, 4))
