import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { lockAssignee, readUsername, updateAssignee } from './inbox-queries.ts'

/** An inquiry and the assignee the caller expects: `from_id`, null if unassigned. */
export type AssignmentRef = { id: number; from_id: number | null }

/**
 * Locks an unanswered inquiry and checks that its assignee has not changed.
 * @throws ProblemError `not_found`, `already_answered`; `conflict` if it is assigned to another staff member
 */
export async function lockInquiry(tx: Tx, { id, from_id }: AssignmentRef): Promise<void> {
  const inquiry = (await lockAssignee(tx, id)) ?? throwProblem('not_found')
  if (inquiry.answered_at) throwProblem('already_answered')
  if (inquiry.assignee_id !== from_id) throwProblem('conflict')
}

/**
 * Assigns an inquiry to a staff member or to none.
 * @returns the names of the previous and the new assignee; null if none.
 * @throws ProblemError as `lockInquiry`; `not_found` if `staff_id` does not answer inquiries
 */
export async function assignInquiry(
  tx: Tx,
  { staff_id, ...expected }: AssignmentRef & { staff_id: number | null },
): Promise<{ was: string | null; is: string | null }> {
  await lockInquiry(tx, expected)
  // The previous assignee may no longer be staff.
  const was = await nameOf(tx, expected.from_id)
  const is = await nameOf(tx, staff_id, { is_support: true })
  await updateAssignee(tx, expected.id, staff_id)
  return { was, is }
}

const nameOf = async (tx: Tx, id: number | null, only: { is_support?: true } = {}) =>
  id === null ? null : ((await readUsername(tx, id, only)) ?? throwProblem('not_found'))
