import { throwProblem } from '#server/shared/problem-error.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { deleteMember, insertDeletionSurvey, lockMember } from '../member-queries.ts'
import { deleteProfileImage } from './profile-image.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { MemberContext } from '../members.ts'

/** Reasons for leaving, as selected by the member. */
type Survey = Omit<Parameters<typeof insertDeletionSurvey>[1], 'id' | 'created_at'>

/**
 * Deletes the account (D-18): one transaction deletes the member with all dependent rows and stores the anonymous survey.
 * The same address and phone may sign up again at once.
 *
 * The hooks in `deps.accountDeletionHooks` run in that transaction before the deletion: they refund paid points, end the
 * subscription and archive the records that the law requires. If a hook throws, nothing changes. Calls to external
 * services are enqueued as jobs.
 * @throws ProblemError as `reauthenticate` and the hooks do; `authentication_required` if the member is already deleted
 */
export async function deleteAccount(
  deps: AccountsDependencies,
  caller: MemberContext,
  { current_password, ...survey }: Survey & { current_password?: string | undefined },
): Promise<void> {
  await reauthenticate(deps, caller, current_password)
  const { member, transact, now, cookie } = caller
  const deleted = await transact(async (tx) => {
    await lockMember(tx, member.id)
    for (const hook of deps.accountDeletionHooks) await hook(tx, member.id, now)
    const deleted = await deleteMember(tx, member.id)
    // A concurrent request has deleted the member; the survey is stored once.
    if (!deleted) throwProblem('authentication_required')
    await insertDeletionSurvey(tx, { ...survey, created_at: now.toISOString() })
    await queueEmail(tx, deleted.email, accountEmails.withdrawn(deleted.username, now), now)
    return deleted
  })
  cookie.take()
  if (deleted.profile_image_key)
    await deleteProfileImage(deps, { transact }, deleted.profile_image_key)
}
