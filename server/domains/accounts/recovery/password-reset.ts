import { clientNetwork } from '#server/shared/client-network.ts'
import { passwordResetLinkMinutes } from '#contract/accounts/account-rules.ts'
import type { Database, Db, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { ProblemError, throwProblem } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findAccount } from '../member-queries.ts'
import { hashToken, generateToken } from '../sessions/sessions.ts'
import { deleteMemberSessions } from '../sessions/session-queries.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import {
  hashNewPassword,
  requireValidNewPassword,
  storeNewPassword,
} from '../passwords/change-password.ts'
import { deleteResetLink, findResetLinkByToken, insertResetLink } from './reset-link-queries.ts'

/**
 * Enqueues a password reset e-mail (decisions/0010-passwords). A job, not the request, checks whether the address has an
 * account, so that neither timing nor load reveals it. Requests over the limit of the account are silently dropped.
 * @throws ProblemError `rate_limited` over the limit of the address
 */
export async function requestPasswordReset(
  deps: AccountsDependencies,
  caller: Pick<RequestContext, 'transact' | 'now' | 'client'>,
  email: string,
) {
  await consumeRateLimits(caller, deps, [
    ['resets_from_address', clientNetwork(caller.client.address)],
  ])
  try {
    await consumeRateLimits(caller, deps, [['resets_of_account', email]])
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'rate_limited') return
    throw error
  }
  await caller.transact((tx) => enqueue(tx, 'send_password_reset', { email }))
}

/** Runs the job `send_password_reset`: creates and e-mails a link if the address has an account. */
export async function sendPasswordResetEmail(
  deps: Pick<Database, 'transact'> & { clock: Clock; site_url: string },
  email: string,
) {
  const now = deps.clock.now()
  const ends = new Date(now.getTime() + passwordResetLinkMinutes * 60_000)
  await deps.transact(async (tx) => {
    const member = await findAccount(tx, { email })
    if (!member) return
    const url = await createResetLink(tx, member.id, { now, ends, site_url: deps.site_url })
    const message = accountEmails.passwordLink(url, passwordResetLinkMinutes)
    await queueMessage(tx, { kind: 'mail', to: email, ...message }, { now, expires_at: ends })
  })
}

/**
 * Creates a link that sets a new password, once. Only the hash of its token is stored.
 * @returns its URL
 */
export async function createResetLink(
  tx: Tx,
  member_id: number,
  { now, ends, site_url }: { now: Date; ends: Date; site_url: string },
): Promise<string> {
  const token = generateToken()
  await insertResetLink(tx, {
    member_id,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    expires_at: ends.toISOString(),
  })
  return `${site_url}/accounts/recovery/password/change/${uidOf(member_id)}/${token}`
}

/**
 * @param parameters those in the URL of the link; `uidb64` must identify the owner of the token.
 * @returns the unexpired link with its owner.
 * @throws ProblemError `invalid_link`
 */
export async function readResetLink(
  db: Db,
  { uidb64, token }: { uidb64: string; token: string },
  now: Date,
) {
  const link = await findResetLinkByToken(db, hashToken(token), now)
  return link && uidOf(link.member_id) === uidb64 ? link : throwProblem('invalid_link')
}

/** Format of Django's `uidb64`: base64url of the decimal id, without padding. */
const uidOf = (id: number) => Buffer.from(String(id)).toString('base64url')

type ResetPassword = ParsedInput<typeof endpoints.accounts.resetPassword> & RequestContext

/**
 * Sets a new password and ends all sessions of the member. The link stays valid if the new password is refused.
 * @throws ProblemError `invalid_link`, and as `requireValidNewPassword` and `hashNewPassword` do
 */
export async function resetPassword(deps: AccountsDependencies, caller: ResetPassword) {
  const { body, db, transact, now, session, cookie } = caller
  const link = await readResetLink(db, body, now)
  await requireValidNewPassword(caller.db, body, link)
  // A link stays valid after a refusal, so its owner could fill the queue of sign-ins with it.
  const passwords = deps.passwords.forMember(link.member_id)
  const password_hash = await hashNewPassword(passwords, link, body.new_password, caller)
  await transact(async (tx) => {
    // If two requests use one link at once, only the first deletes the row.
    if (!(await deleteResetLink(tx, link.id))) throwProblem('invalid_link')
    await storeNewPassword(tx, deps, { ...link, id: link.member_id }, password_hash, caller)
    await deleteMemberSessions(tx, link.member_id)
  })
  if (session?.member?.id === link.member_id) cookie.clear()
}
