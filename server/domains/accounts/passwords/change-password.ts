import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem, type FieldError } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import { deleteMemberSessions, createSession } from '../sessions/sessions.ts'
import { requireMember } from '../members.ts'
import type { Tx } from '#server/db/client.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { clearAttempts } from '../sign-in/failed-attempts.ts'
import { accountEmails } from '../emails.ts'
import { checkPasswordPolicy } from './password-policy.ts'

type ChangePassword = ParsedInput<typeof endpoints.accounts.changePassword> & RequestContext

/**
 * Changes the password, ends all sessions of the member and signs this browser in again (D-16).
 * @throws ProblemError as `reauthenticate` and `requireValidNewPassword` do; `authentication_required` if the session has
 * ended
 */
export async function changePassword(parts: AccountsDependencies, call: ChangePassword) {
  const { body, session, member, transact, client, now, cookie } = requireMember(call)
  await reauthenticate(parts, call, body.current_password)
  requireValidNewPassword(body, member)
  const password_hash = await parts.passwords.hash(body.new_password, call.isAborted)
  const { token, ends } = await transact(async (tx) => {
    await storeNewPassword(tx, parts, member, password_hash, call)
    // `storeNewPassword` has locked the member row. If a concurrent change has ended this session, it must not be renewed.
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throwProblem('authentication_required')
    await deleteMemberSessions(tx, member.id)
    return createSession(tx, member.id, client, now)
  })
  cookie.give(token, ends)
}

/** @throws ProblemError `invalid_request` with all invalid fields (D-17). */
export function requireValidNewPassword(
  input: { new_password: string; confirm_password: string },
  member: { email: string; username: string },
) {
  const fields: FieldError[] = []
  const code = checkPasswordPolicy(input.new_password, member)
  if (code) fields.push({ field: 'new_password', code })
  if (input.new_password !== input.confirm_password)
    fields.push({ field: 'confirm_password', code: 'not_alike' })
  if (fields.length > 0) throwProblem('invalid_request', { fields })
}

/** Stores a new password, deletes all reset links (D-15), clears failed attempts and e-mails the member. */
export async function storeNewPassword(
  tx: Tx,
  parts: Pick<AccountsDependencies, 'encryption' | 'site_url'>,
  member: { id: number; email: string },
  password_hash: string,
  { now, client }: Pick<RequestContext, 'now' | 'client'>,
) {
  await tx
    .updateTable('members')
    .set({ password_hash, password_changed_at: now.toISOString() })
    .where('id', '=', member.id)
    .execute()
  await tx.deleteFrom('password_reset_links').where('member_id', '=', member.id).execute()
  await clearAttempts(tx, parts, member.email)
  const message = accountEmails.passwordChanged(now, client.device, parts.site_url)
  await queueMessage(tx, { kind: 'mail', to: member.email, ...message }, { now })
}
