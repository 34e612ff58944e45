import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** An inquiry and the assignee the caller expects: `from_id`, null if unassigned. */
export type AssignmentRef = { id: number; from_id: number | null }

/**
 * Locks an unanswered inquiry and checks that its assignee has not changed.
 * @throws ProblemError `not_found`, `already_answered`; `conflict` if it is assigned to another staff member
 */
export async function lockInquiry(tx: Tx, { id, from_id }: AssignmentRef): Promise<void> {
  const inquiry =
    (await tx
      .selectFrom('inquiries')
      .select(['assignee_id', 'answered_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) ?? throwProblem('not_found')
  if (inquiry.answered_at) throwProblem('already_answered')
  if (inquiry.assignee_id !== from_id) throwProblem('conflict')
}

/**
 * Assigns an inquiry to a staff member or to none.
 * @returns the names of the previous and the new assignee; null if none.
 * @throws ProblemError as `lockInquiry`; `not_found` if `staff_id` is not staff
 */
export async function assignInquiry(
  tx: Tx,
  { staff_id, ...expected }: AssignmentRef & { staff_id: number | null },
): Promise<{ was: string | null; is: string | null }> {
  await lockInquiry(tx, expected)
  const [was, is] = [await nameOf(tx, expected.from_id), await nameOf(tx, staff_id, true)]
  await tx
    .updateTable('inquiries')
    .set({ assignee_id: staff_id })
    .where('id', '=', expected.id)
    .execute()
  return { was, is }
}

async function nameOf(tx: Tx, id: number | null, isStaff = false): Promise<string | null> {
  if (id === null) return null
  let member = tx.selectFrom('members').select('username').where('id', '=', id)
  // The previous assignee may no longer be staff.
  if (isStaff) member = member.where('is_staff', '=', true)
  return ((await member.executeTakeFirst()) ?? throwProblem('not_found')).username
}
