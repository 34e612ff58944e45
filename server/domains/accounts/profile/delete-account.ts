import { throwProblem } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { deleteProfileImage } from './profile-image.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { MemberContext } from '../members.ts'

/** What people say when they leave. */
type Survey = {
  service_problem: boolean
  less_function: boolean
  high_price: boolean
  user_comment: string
}

/**
 * Closes the account (D-18): the member and all that hangs on him is erased in one transaction, with what the survey
 * said, which names nobody. The same address and phone may sign up again at once.
 *
 * Other domains take part by `parts.closings`, run in that transaction before the member is erased: there paid points
 * are refunded, a subscription ends, and what the law makes a shop keep moves to the archive. A closing that refuses
 * keeps the member as he was. What needs the outside world is put in as a job.
 */
export async function deleteAccount(
  parts: AccountsDependencies,
  caller: MemberContext,
  { current_password, ...survey }: Survey & { current_password?: string | undefined },
): Promise<void> {
  await reauthenticate(parts, caller, current_password)
  const { member, transact, now, cookie } = caller
  const left = await transact(async (tx) => {
    await tx
      .selectFrom('members')
      .select('id')
      .where('id', '=', member.id)
      .forUpdate()
      .executeTakeFirst()
    for (const close of parts.closings) await close(tx, member.id, now)
    // Sessions, consents, passkeys and links go with him; sockets hear of their sessions' end.
    const left = await tx
      .deleteFrom('members')
      .where('id', '=', member.id)
      .returning(['email', 'username', 'profile_image_key'])
      .executeTakeFirst()
    // Somebody was faster: he has left already, and says so once.
    if (!left) throwProblem('authentication_required')
    await tx
      .insertInto('withdrawals')
      .values({ ...survey, created_at: now.toISOString() })
      .execute()
    const letter = accountEmails.withdrawn(left.username, now)
    await queueMessage(tx, { kind: 'mail', to: left.email, ...letter }, { now })
    return left
  })
  cookie.take()
  if (left.profile_image_key) await deleteProfileImage(parts, { transact }, left.profile_image_key)
}
