import { deletionDelayDays } from '#contract/accounts/account-rules.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { lockMember } from '../member-queries.ts'
import type { MemberContext } from '../members.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import { orLastOwner } from '../staff/staff-roles.ts'
import { insertDeletion } from './deletion-queries.ts'

const dayMs = 86_400_000

/** Reasons for leaving, as selected by the member. */
type Survey = Omit<Parameters<typeof insertDeletion>[1], 'member_id' | 'requested_at' | 'due_at'>

/**
 * Schedules the deletion of the account in `deletionDelayDays`, ends all sessions of the member and e-mails how to undo it
 * (D-122). Until then signing in undoes it (`cancelDeletion`).
 * @throws ProblemError as `reauthenticate` and the hooks do; `authentication_required` if it is scheduled already; `last_owner`
 */
export async function scheduleDeletion(
  deps: AccountsDependencies,
  caller: MemberContext,
  { current_password, ...survey }: Survey & { current_password?: string | undefined },
): Promise<{ deletes_at: string }> {
  await reauthenticate(deps, caller, current_password)
  const { member, transact, now, cookie } = caller
  const due = new Date(now.getTime() + deletionDelayDays * dayMs)
  const deletes_at = due.toISOString()
  await transact(async (tx) => {
    await lockMember(tx, member.id)
    const at = { requested_at: now.toISOString(), due_at: deletes_at }
    const deletion = { member_id: member.id, ...survey, ...at }
    const inserted = await orLastOwner(() => insertDeletion(tx, deletion))
    if (!inserted) throwProblem('authentication_required')
    for (const hook of deps.accountDeletionHooks) await hook.schedule?.(tx, member.id)
    const job = { key: `delete_account:${member.id}`, run_at: due }
    await enqueue(tx, 'delete_account', { member_id: member.id }, job)
    const email = accountEmails.deletionScheduled(member.username, { at: now, due }, deps.site_url)
    await queueEmail(tx, member.email, email, now)
  })
  cookie.take()
  return { deletes_at }
}
