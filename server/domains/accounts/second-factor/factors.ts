import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { secondFactorValidUntil } from '#server/api/access-rules.ts'
import type { MemberContext } from '../members.ts'
import { rotateToken } from '../sessions/sessions.ts'
import { findFactors, lockFactorsOfMember } from './second-factor-queries.ts'

/**
 * The subject of attempts at a member's codes. It is the account's, so that many sessions guess no more than one: only someone
 * with the password gets here, and a new password clears it.
 */
export const secondFactorAttempts = (member_id: number) => `second factor of ${member_id}`

type FactorContext = Pick<MemberContext, 'member' | 'session' | 'now'>

/**
 * Reads the second factors of a staff member, and until when the verification in this session is valid.
 * @throws ProblemError `authentication_required` if the session has ended.
 */
export async function readSecondFactor(db: Db, { member, session, now }: FactorContext) {
  const factors = await findFactors(db, member.id, session.id)
  if (!factors) throwProblem('authentication_required')
  return {
    has_authenticator: factors.has_authenticator,
    has_passkey: factors.passkeys > 0,
    recovery_codes_left: factors.recovery_codes,
    proven_until: secondFactorValidUntil(factors, now),
  }
}

/**
 * Checks without a lock what `lockFactors` decides later, so that the error comes before the password prompt: a staff
 * member with a factor changes factors only in a session that has verified one.
 * @throws ProblemError `second_factor_required`; `authentication_required` if the session has ended.
 */
export async function requireVerifiedSecondFactor(caller: MemberContext) {
  const { has_authenticator, has_passkey, proven_until } = await readSecondFactor(caller.db, caller)
  if ((has_authenticator || has_passkey) && !proven_until) throwProblem('second_factor_required')
}

/**
 * Locks the member row against concurrent changes of factors and requires a session that may change them: a staff member
 * with a factor must have verified one in it. The first factor of a staff member is enrolled with the password alone,
 * because an operator has appointed the owner of the account (decisions/0047-second-factor).
 * @returns the factors under the lock.
 * @throws ProblemError `second_factor_required`; `authentication_required` if the session or the member no longer exists.
 */
export async function lockFactors(tx: Tx, { member, session, now }: FactorContext) {
  // The lock comes first, so that the counts include every change committed before it.
  const locked = await lockFactorsOfMember(tx, member.id)
  const factors = locked && (await findFactors(tx, member.id, session.id))
  if (!factors) throwProblem('authentication_required')
  const { has_authenticator, passkeys } = factors
  const hasFactor = has_authenticator || passkeys > 0
  if (locked.is_staff && hasFactor && !secondFactorValidUntil(factors, now))
    throwProblem('second_factor_required')
  return { is_staff: locked.is_staff, has_authenticator, passkeys }
}

/**
 * Records the verification in the session and rotates its token, because its privileges rise.
 * @returns a function that sets the cookie; call it after the commit.
 * @throws ProblemError `authentication_required` if the session has ended.
 */
export async function markSecondFactorVerified(tx: Tx, { session, now, cookie }: MemberContext) {
  const { token, ends } = await rotateToken(tx, session, { second_factor_at: now.toISOString() })
  return () => cookie.set(token, ends)
}
