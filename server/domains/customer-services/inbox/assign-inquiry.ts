import type { Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'

/** Who has an inquiry in hand, as far as somebody knew: `from_id`. Null is nobody. */
export type Seen = { id: number; from_id: number | null }

/**
 * Locks an inquiry that waits for an answer, and sees to it that nobody else has taken it meanwhile.
 * @throws Refusal `not_found`, `already_answered`; `conflict` where somebody else has it by now
 */
export async function holdInquiry(tx: Tx, { id, from_id }: Seen): Promise<{ title: string }> {
  const inquiry =
    (await tx
      .selectFrom('inquiries')
      .select(['title', 'assignee_id', 'answered_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) ?? refuse('not_found')
  if (inquiry.answered_at) refuse('already_answered')
  if (inquiry.assignee_id !== from_id) refuse('conflict')
  return inquiry
}

/**
 * Gives an inquiry to one of the staff, or to nobody.
 * @throws Refusal as `holdInquiry`; `not_found` where `staff_id` is no staff
 */
export async function assignInquiry(
  tx: Tx,
  { staff_id, ...seen }: Seen & { staff_id: number | null },
): Promise<{ title: string; username: string | null }> {
  const { title } = await holdInquiry(tx, seen)
  const staff = staff_id === null ? null : await findStaff(tx, staff_id)
  await tx
    .updateTable('inquiries')
    .set({ assignee_id: staff_id })
    .where('id', '=', seen.id)
    .execute()
  return { title, username: staff?.username ?? null }
}

async function findStaff(tx: Tx, id: number): Promise<{ username: string }> {
  const staff = await tx
    .selectFrom('members')
    .select('username')
    .where('id', '=', id)
    .where('is_staff', '=', true)
    .executeTakeFirst()
  return staff ?? refuse('not_found')
}
