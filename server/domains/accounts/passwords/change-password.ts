import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwFieldError, throwProblem, type FieldError } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { signInAttempts } from '../sign-in/sign-in-attempts.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import { findAccount, updateMember } from '../member-queries.ts'
import { deleteResetLinksOfMember } from '../recovery/reset-link-queries.ts'
import { deleteMemberSessions, deleteSession } from '../sessions/session-queries.ts'
import { createSession, generateToken } from '../sessions/sessions.ts'
import { requireMember } from '../members.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { clearAttempts, clearRateLimit, consumeRateLimits } from '../rate-limits.ts'
import { deleteTransferCodes } from '../profiles/profile-queries.ts'
import { deleteKnownDevices } from '../sessions/known-device-queries.ts'
import { rememberDevice, signInNetwork } from '../sessions/known-devices.ts'
import { secondFactorAttempts } from '../second-factor/factors.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { HashingQueue } from './password-hashing.ts'
import { checkPasswordPolicy } from '#contract/accounts/password-policy.ts'
import { readMessageSettings } from '#server/messages/service-placeholders.ts'

type ChangePassword = ParsedInput<typeof endpoints.accounts.changePassword> & RequestContext

/**
 * Changes the password, ends all sessions of the member and signs this browser in again.
 * @throws ProblemError as `reauthenticate`, `requireValidNewPassword` and `hashNewPassword` do; `rate_limited`;
 * `authentication_required` if the session has ended
 */
export async function changePassword(deps: AccountsDependencies, caller: ChangePassword) {
  const { body, session, member, transact, client, now, cookie } = requireMember(caller)
  await requireValidNewPassword(caller.db, body, member)
  await reauthenticate(deps, caller, body.current_password)
  await consumeRateLimits(caller, deps, [['password_changes_of_member', String(member.id)]])
  const passwords = deps.passwords.forMember(member.id)
  const account = await findAccount(caller.db, { id: member.id })
  if (!account) throwProblem('authentication_required')
  const password_hash = await hashNewPassword(passwords, account, body.new_password, caller)
  const { token, ends } = await transact(async (tx) => {
    await storeNewPassword(tx, deps, member, password_hash, caller)
    // `storeNewPassword` has locked the member row. If a concurrent change has ended this session, it must not be renewed.
    if (!(await deleteSession(tx, session.id))) throwProblem('authentication_required')
    await deleteMemberSessions(tx, member.id)
    return createSession(tx, member.id, client, now, false, session.profile)
  })
  cookie.set(token, ends)
}

/** @throws ProblemError `invalid_request` with all invalid fields. */
export async function requireValidNewPassword(
  db: Db,
  input: { new_password: string; confirm_password: string },
  { email, username }: { email: string; username: string },
): Promise<void> {
  const fields: FieldError[] = []
  const { name: service_name } = await readMessageSettings(db)
  const code = checkPasswordPolicy(input.new_password, { email, username, service_name })
  if (code) fields.push({ field: 'new_password', code })
  if (input.new_password !== input.confirm_password)
    fields.push({ field: 'confirm_password', code: 'does_not_match' })
  if (fields.length > 0) throwProblem('invalid_request', { fields })
}

/** @throws ProblemError of the field `new_password`: `same_password` for the current one */
export async function hashNewPassword(
  passwords: HashingQueue,
  { password_hash }: { password_hash: string },
  password: string,
  { isAborted }: Pick<RequestContext, 'isAborted'>,
): Promise<string> {
  return passwords.withHashingSlot(async ({ verify, hash }) => {
    if (await verify(password_hash, password, isAborted))
      throwFieldError('new_password', 'same_password')
    return hash(password, isAborted)
  })
}

/**
 * Stores a new password, deletes reset links and transfer codes (decisions/0009-sessions), forgets all devices but the
 * one of this call, clears what would delay its sign-in, and e-mails the member.
 */
export async function storeNewPassword(
  tx: Tx,
  deps: Pick<AccountsDependencies, 'encryption' | 'site_url'>,
  member: { id: number; email: string },
  password_hash: string,
  caller: Pick<RequestContext, 'now' | 'client' | 'cookie'>,
) {
  const { now, client } = caller
  await updateMember(tx, member.id, { password_hash, password_changed_at: now.toISOString() })
  await deleteResetLinksOfMember(tx, member.id)
  await deleteTransferCodes(tx, member.id)
  await deleteKnownDevices(tx, member.id)
  // A new token: a copy of the previous one is worthless, and what it failed delays nothing.
  await rememberDevice(tx, deps, member.id, caller, generateToken())
  await clearAttempts(tx, deps, signInAttempts(member.email, signInNetwork(client)))
  await clearAttempts(tx, deps, secondFactorAttempts(member.id))
  await clearRateLimit(tx, deps, ['resets_of_account', member.email])
  const email = accountEmails.passwordChanged(now, client.device, deps.site_url)
  await queueEmail(tx, member.email, email, now)
}
