import type { SuspensionCategory } from '#contract/accounts/account-rules.ts'
import { requireMemberId } from '#server/api/access-rules.ts'
import type { Db, Tx } from '#server/db/client.ts'
import {
  memberSubject,
  recordAuditEntry,
  requireChangeableAccount,
  type StaffCall,
} from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { findMember, lockMember } from '../member-queries.ts'
import { orLastOwner } from '../staff/roles/staff-roles.ts'
import { endSuspension, findSuspension, insertSuspension } from './suspension-queries.ts'

type Dependencies = Pick<AccountsDependencies, 'accountDeletionHooks' | 'site_url'>

/**
 * Suspends a member: all sessions end, and until the member is restored nothing is charged and nothing expires
 * (decisions/0046-staff-roles).
 * @param suspension.reason the words of staff for the audit log; the member sees the category.
 * @throws ProblemError `not_found`; `own_account`; `staff_account`; `last_owner`; `conflict` if the member is suspended already
 */
export async function suspendMember(
  deps: Dependencies,
  caller: StaffCall,
  id: number,
  { category, reason }: { category: SuspensionCategory; reason: string },
): Promise<void> {
  const { transact, now } = caller
  await transact(async (tx) => {
    const member = await requireOtherAccount(tx, caller, id)
    const suspension = { member_id: id, category, suspended_at: now.toISOString() }
    const inserted = await orLastOwner(() => insertSuspension(tx, suspension))
    if (!inserted) throwProblem('conflict')
    for (const hook of deps.accountDeletionHooks) await hook.pause?.(tx, id)
    const entry = { kind: 'member.suspended', ...memberSubject(id), reason } as const
    await recordAuditEntry(tx, caller, { ...entry, after: { category } })
    await queueEmail(tx, member.email, accountEmails.suspended(category, now), now)
  })
}

/**
 * Restores a suspended member. The suspension extends points, rentals and the paid period by its length.
 * @throws ProblemError as `suspendMember`; `conflict` if the member is not suspended
 */
export async function restoreMember(
  deps: Dependencies,
  caller: StaffCall,
  id: number,
  reason: string,
): Promise<void> {
  const { transact, now } = caller
  await transact(async (tx) => {
    const member = await requireOtherAccount(tx, caller, id)
    const { category } = (await endSuspension(tx, id, now)) ?? throwProblem('conflict')
    for (const hook of deps.accountDeletionHooks) await hook.resume?.(tx, id, now)
    const entry = { kind: 'member.restored', ...memberSubject(id), reason } as const
    await recordAuditEntry(tx, caller, { ...entry, before: { category } })
    await queueEmail(tx, member.email, accountEmails.restored(now, deps.site_url), now)
  })
}

/** Locks the account of another member that the caller may change. */
async function requireOtherAccount(tx: Tx, caller: StaffCall, id: number) {
  if (requireMemberId(caller.member) === id) throwProblem('own_account')
  await requireChangeableAccount(tx, caller, id)
  await lockMember(tx, id)
  return (await findMember(tx, id)) ?? throwProblem('not_found')
}

/**
 * Refuses the verified sign-in of a suspended member. Call it under the lock of the member.
 * @throws ProblemError `account_suspended` with the reason in general terms
 */
export async function requireUnsuspended(db: Db, member_id: number): Promise<void> {
  const suspension = await findSuspension(db, member_id)
  if (suspension) throwProblem('account_suspended', { suspension })
}
