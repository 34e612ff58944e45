import { type AgeLimit, catalogueLimitOf } from '#contract/core/age-limits.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { clearAttempts, countAttempt } from '../rate-limits.ts'
import { rotateToken, refreshSessionToken } from '../sessions/sessions.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import { proofOfSelection } from './profile-access-policy.ts'
import { findProfile, lockProfile, type ProfileRow } from './profile-queries.ts'
import type { RequestContext, Session } from '#server/api/request-context.ts'

/**
 * Selects the profile of the session and replaces its token, which contains the age limit
 * (decisions/0015-catalogue-limits).
 * @returns the selected profile.
 * @throws ProblemError `not_found`; for a missing or wrong PIN `invalid_request` with the field `pin`;
 * `reauthentication_required` or `invalid_credentials` where the password is needed; `rate_limited`
 */
export async function selectProfile(
  deps: AccountsDependencies,
  caller: MemberContext,
  { id, pin, password }: { id: number; pin?: string | undefined; password?: string | undefined },
): Promise<number> {
  const { db, transact, session, member, cookie } = caller
  const target = (await findProfile(db, member.id, id)) ?? throwProblem('not_found')
  const proof = proofOfSelection(session.profile, { id, has_pin: target.pin_hash !== null })
  if (password !== undefined) await reauthenticate(deps, caller, password)
  else if (proof === 'password') throwProblem('reauthentication_required')
  else if (proof === 'pin') await checkPin(deps, caller, target, pin)
  const { token, ends } = await transact(async (tx) => {
    // The lock makes a concurrent change of the limit wait, so that the token contains the current one.
    const row = (await lockProfile(tx, member.id, id)) ?? throwProblem('not_found')
    if (row.pin_hash !== target.pin_hash) throwProblem('conflict', { retry_after: 1 })
    const profile = { id, age_limit: row.age_limit as AgeLimit, is_child: row.is_child }
    return rotateToken(tx, { id: session.id, profile }, { profile_id: id })
  })
  cookie.set(token, ends)
  return id
}

/**
 * Checks the PIN of a profile. Attempts are counted as those of passwords are, each before it is checked.
 * @throws ProblemError of the field `pin`, `incorrect_pin` with the attempts left before one delays the next; `rate_limited`
 */
async function checkPin(
  deps: AccountsDependencies,
  caller: MemberContext,
  { id, pin_hash }: Pick<ProfileRow, 'id' | 'pin_hash'>,
  pin: string | undefined,
) {
  if (pin === undefined) return throwFieldError('pin', 'required')
  const subject = pinAttempts(id, caller.session)
  const attemptsLeft = await countAttempt(caller, deps, subject)
  const passwords = deps.passwords.forMember(caller.member.id)
  const isCorrect = await passwords.verify(pin_hash, pin, caller.isAborted)
  if (!isCorrect) throwFieldError('pin', 'incorrect_pin', attemptsLeft)
  await caller.transact((tx) => clearAttempts(tx, deps, subject))
}

/** The subject of PIN attempts: those on one device do not delay the others of the household. */
export const pinAttempts = (profile_id: number, session: Pick<Session, 'id'>) =>
  `pin of profile ${profile_id} in session ${session.id}`

/**
 * Replaces the token of a session whose profile got another limit on another device, so that cached responses match it.
 * Only one of several concurrent requests replaces it.
 */
export async function refreshToken({ session, transact, cookie }: RequestContext): Promise<void> {
  if (!session) return
  const limit = session.profile ? catalogueLimitOf(session.profile.age_limit) : '19'
  if (limit === session.token_limit) return
  const opened = await transact((tx) => refreshSessionToken(tx, session))
  if (opened) cookie.set(opened.token, opened.ends)
}
