import type { Database } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Clock } from '#server/shared/clock.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { lockMember } from '../member-queries.ts'
import { findPictureKeys } from '../profiles/profile-queries.ts'
import { deleteMember, findDueDeletion, insertDeletionSurvey } from './deletion-queries.ts'

/**
 * Runs the job `delete_account`: deletes an account whose scheduled deletion is due (D-18, D-122). One transaction deletes the
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
    const { email, username, profile_image_key } = await deleteMember(tx, member_id)
    await insertDeletionSurvey(tx, { ...survey, created_at: now.toISOString() })
    await queueEmail(tx, email, accountEmails.withdrawn(username, now), now)
    for (const key of [...pictureKeys, ...(profile_image_key ? [profile_image_key] : [])])
      await enqueue(tx, 'delete_profile_image', { key }, { key: `delete_profile_image:${key}` })
  })
}
