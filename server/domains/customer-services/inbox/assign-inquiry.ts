import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

/** Who has an inquiry in hand, as far as somebody knew: `from_id`. Null is nobody. */
export type AssignmentRef = { id: number; from_id: number | null }

/**
 * Locks an inquiry that waits for an answer, and sees to it that nobody else has taken it meanwhile.
 * @throws Refusal `not_found`, `already_answered`; `conflict` where somebody else has it by now
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
 * Gives an inquiry to one of the staff, or to nobody.
 * @returns who had it and who has it now, by name; null is nobody.
 * @throws Refusal as `holdInquiry`; `not_found` where `staff_id` is no staff
 */
export async function assignInquiry(
  tx: Tx,
  { staff_id, ...seen }: AssignmentRef & { staff_id: number | null },
): Promise<{ was: string | null; is: string | null }> {
  await lockInquiry(tx, seen)
  const [was, is] = [await nameOf(tx, seen.from_id), await nameOf(tx, staff_id, true)]
  await tx
    .updateTable('inquiries')
    .set({ assignee_id: staff_id })
    .where('id', '=', seen.id)
    .execute()
  return { was, is }
}

async function nameOf(tx: Tx, id: number | null, isStaff = false): Promise<string | null> {
  if (id === null) return null
  let member = tx.selectFrom('members').select('username').where('id', '=', id)
  // Who had it may be no staff any more.
  if (isStaff) member = member.where('is_staff', '=', true)
  return ((await member.executeTakeFirst()) ?? throwProblem('not_found')).username
}
