import { emailChangeHours } from '#contract/accounts/account-rules.ts'
import { maskEmail } from '#contract/core/masking.ts'
import { hourMs } from '#contract/core/seoul-time.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import {
  memberSubject,
  recordAuditEntry,
  requireChangeableAccount,
  type StaffCall,
} from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { findAccount, lockMember, updateMember } from '../member-queries.ts'
import type { MemberContext } from '../members.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { generateToken, hashToken } from '../sessions/sessions.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import { clearContactFailure } from '../delivery/delivery-queries.ts'
import {
  deleteEmailChange,
  findMemberOfToken,
  storeEmailChange,
  takeEmailChange,
} from './email-change-queries.ts'

type Dependencies = Pick<AccountsDependencies, 'encryption' | 'limits' | 'site_url'>

/** Returns the link by which the owner of a mailbox answers. Its fragment holds the token, so that no server and no log receives it. */
export const mailboxLink = (
  site_url: string,
  answer: 'confirm' | 'refuse' | 'merge',
  token: string,
): string => `${site_url}/accounts/email-change#${answer}=${token}`

/**
 * Requests a change as the member. The response does not reveal whether the new address has an account: its owner
 * gets a mail that says so.
 * @throws ProblemError as `reauthenticate` does; `rate_limited`
 */
export async function requestEmailChange(
  deps: AccountsDependencies,
  caller: MemberContext,
  { email, current_password }: { email: string; current_password?: string | undefined },
): Promise<{ expires_at: string }> {
  await reauthenticate(deps, caller, current_password)
  const { member, transact, now } = caller
  await consumeRateLimits(caller, deps, [['codes_to_target', email]])
  return transact(async (tx) => {
    if (!(await lockMember(tx, member.id))) throwProblem('authentication_required')
    if (!(await findAccount(tx, { email })))
      return beginEmailChange(tx, deps, { member_id: member.id, email, staff_id: null, now })
    await queueEmail(tx, email, accountEmails.alreadyMember(deps.site_url), now)
    return { expires_at: expiryOf(now).toISOString() }
  })
}

/**
 * Resumes mail to a failing address of a member whose mailbox works again. The next bounce marks it as failing again.
 * @throws ProblemError `rate_limited`; `conflict` if the address is not failing
 */
export async function resumeEmail(deps: Dependencies, caller: MemberContext): Promise<void> {
  const { member, transact, now } = caller
  await consumeRateLimits(caller, deps, [['codes_to_target', member.email]])
  await transact(async (tx) => {
    const cleared = await clearContactFailure(tx, member.id, 'email_failed_at')
    if (!cleared) throwProblem('conflict')
    await queueEmail(tx, cleared.email, accountEmails.deliveryCheck(deps.site_url), now)
  })
}

/**
 * Requests a change on behalf of a member that support has identified.
 * @throws ProblemError `not_found`; `own_account`; `staff_account`; `email_in_use`; `rate_limited`
 */
export async function startEmailChange(
  deps: Dependencies,
  caller: StaffCall,
  id: number,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  const { transact, now } = caller
  const staff_id = requireMemberId(caller.member)
  if (staff_id === id) throwProblem('own_account')
  await consumeRateLimits(caller, deps, [['codes_to_target', email]])
  await transact(async (tx) => {
    await requireChangeableAccount(tx, caller, id)
    await lockMember(tx, id)
    if (await findAccount(tx, { email })) throwProblem('email_in_use')
    await beginEmailChange(tx, deps, { member_id: id, email, staff_id, now })
    const entry = { kind: 'member.email_change_started', ...memberSubject(id), reason } as const
    await recordAuditEntry(tx, caller, { ...entry, after: { email: maskEmail(email) } })
  })
}

/**
 * Cancels the pending change on behalf of the member.
 * @throws ProblemError `staff_account`; `conflict` if none is pending
 */
export async function cancelEmailChange(
  caller: StaffCall,
  id: number,
  reason: string,
): Promise<void> {
  await caller.transact(async (tx) => {
    await requireChangeableAccount(tx, caller, id)
    await lockMember(tx, id)
    if (!(await deleteEmailChange(tx, id))) throwProblem('conflict')
    const entry = { kind: 'member.email_change_cancelled', ...memberSubject(id), reason } as const
    await recordAuditEntry(tx, caller, entry)
  })
}

const expiryOf = (now: Date) => new Date(now.getTime() + emailChangeHours * hourMs)

/** Stores the change and sends both links. The caller holds the lock of the member. */
async function beginEmailChange(
  tx: Tx,
  { site_url }: Pick<AccountsDependencies, 'site_url'>,
  {
    now,
    email,
    ...change
  }: { member_id: number; email: string; staff_id: number | null; now: Date },
) {
  const account = (await findAccount(tx, { id: change.member_id })) ?? throwProblem('not_found')
  const [confirm, refuse] = [generateToken(), generateToken()]
  const expires_at = expiryOf(now)
  await storeEmailChange(tx, {
    ...change,
    new_email: email,
    confirm_hash: hashToken(confirm),
    refuse_hash: hashToken(refuse),
    requested_at: now.toISOString(),
    expires_at: expires_at.toISOString(),
  })
  const link = accountEmails.emailChangeLink(
    mailboxLink(site_url, 'confirm', confirm),
    emailChangeHours,
  )
  await queueMessage(tx, { kind: 'mail', to: email, ...link }, { now, expires_at })
  const masked = maskEmail(email)
  const notice = accountEmails.emailChangeRequested(
    masked,
    now,
    mailboxLink(site_url, 'refuse', refuse),
  )
  await queueEmail(tx, account.email, notice, now)
  return { expires_at: expires_at.toISOString() }
}

/**
 * Changes the address by the link in the new mailbox. A trigger ends the sessions and what the former mailbox has received.
 * @throws ProblemError `invalid_link`; `email_in_use` if another account has taken the address meanwhile
 */
export async function confirmEmailChange(
  caller: RequestContext,
  token: string,
): Promise<{ email: string }> {
  const { db, transact, now, session, cookie } = caller
  const hash = hashToken(token)
  const member_id = await findMemberOfToken(db, 'confirm_hash', hash, now)
  if (member_id === undefined) throwProblem('invalid_link')
  const { new_email } = await transact(async (tx) => {
    const former = (await lockMember(tx, member_id)) ?? throwProblem('invalid_link')
    const change =
      (await takeEmailChange(tx, 'confirm_hash', hash, now)) ?? throwProblem('invalid_link')
    await updateMember(tx, member_id, {
      email: change.new_email,
      email_confirmed_at: now.toISOString(),
      email_failed_at: null,
    })
    const notice = accountEmails.emailChanged(maskEmail(change.new_email), now)
    for (const to of [former.email, change.new_email]) await queueEmail(tx, to, notice, now)
    if (change.staff_id !== null) await recordConfirmation(tx, caller, change.staff_id, member_id)
    return change
  }).catch((error: Error & { constraint?: string }) => {
    if (error.constraint === 'members_email_key') throwProblem('email_in_use')
    throw error
  })
  if (session?.member?.id === member_id) cookie.clear()
  return { email: new_email }
}

/** The entry names the member of staff that requested the change. */
async function recordConfirmation(
  tx: Tx,
  { client, now }: Pick<RequestContext, 'client' | 'now'>,
  staff_id: number,
  member_id: number,
) {
  const staff = await findAccount(tx, { id: staff_id })
  const member = { id: staff_id, username: staff?.username ?? '' }
  const entry = { kind: 'member.email_changed', ...memberSubject(member_id) } as const
  await recordAuditEntry(tx, { member, client, now }, entry)
}

/**
 * Cancels a change by the link in the present mailbox.
 * @throws ProblemError `invalid_link`
 */
export async function refuseEmailChange(
  { transact, now }: Pick<RequestContext, 'transact' | 'now'>,
  token: string,
): Promise<void> {
  const taken = await transact((tx) => takeEmailChange(tx, 'refuse_hash', hashToken(token), now))
  if (!taken) throwProblem('invalid_link')
}
