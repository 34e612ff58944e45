import { dayMs } from '#contract/core/seoul-time.ts'
import { deletionDelayDays } from '#contract/accounts/account-rules.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { lockMember } from '../member-queries.ts'
import type { MemberContext } from '../members.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import { orLastOwner } from '../staff/roles/staff-roles.ts'
import {
  insertDeletion,
  deleteMember,
  findDueDeletion,
  insertDeletionSurvey,
} from './deletion-queries.ts'
import type { Database, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { findPictureKeys } from '../profiles/profile-queries.ts'

/** Reasons for leaving, as selected by the member. */
type Survey = Omit<Parameters<typeof insertDeletion>[1], 'member_id' | 'requested_at' | 'due_at'>

/**
 * Schedules the deletion of the account in `deletionDelayDays`, ends all sessions of the member and e-mails how to undo it
 * (decisions/0012-account-deletion). Until then signing in undoes it (`cancelDeletion`).
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
    for (const hook of deps.accountDeletionHooks) await hook.pause?.(tx, member.id)
    await enqueueDeletion(tx, member.id, due)
    const email = accountEmails.deletionScheduled(member.username, { at: now, due }, deps.site_url)
    await queueEmail(tx, member.email, email, now)
  })
  cookie.clear()
  return { deletes_at }
}

/** Enqueues the deletion of an account, now or at `run_at`. */
export const enqueueDeletion = (tx: Tx, member_id: number, run_at?: Date) =>
  enqueue(
    tx,
    'delete_account',
    { member_id },
    { key: `delete_account:${member_id}`, ...(run_at && { run_at }) },
  )

/**
 * Runs the job `delete_account`: deletes an account whose scheduled deletion is due. One transaction deletes the
 * member with all dependent rows and stores the anonymous survey; afterwards the address and phone may sign up again. Nothing
 * happens if the member has undone the deletion: a sign-in and this job lock the member, and the first one decides.
 *
 * The hooks run in that transaction before the deletion: they refund paid points, end the subscription and archive the records
 * that the law requires. If a hook throws, nothing changes and the job is retried. Calls to external services are jobs.
 */
export async function deleteDueAccount(
  deps: Pick<Database, 'transact'> &
    Pick<AccountsDependencies, 'accountDeletionHooks'> & { clock: Clock },
  member_id: number,
): Promise<void> {
  const now = deps.clock.now()
  await deps.transact(async (tx) => {
    await lockMember(tx, member_id)
    const due = await findDueDeletion(tx, member_id, now)
    if (!due) return
    const { requested_at, ...survey } = due
    const at = { now, requested_at: new Date(requested_at) }
    for (const hook of deps.accountDeletionHooks) await hook.delete(tx, member_id, at)
    const pictureKeys = await findPictureKeys(tx, member_id)
    const { email, username } = await deleteMember(tx, member_id)
    await insertDeletionSurvey(tx, { ...survey, created_at: now.toISOString() })
    await queueEmail(tx, email, accountEmails.withdrawn(username, now), now)
    for (const key of pictureKeys)
      await enqueue(tx, 'delete_profile_image', { key }, { key: `delete_profile_image:${key}` })
  })
}
