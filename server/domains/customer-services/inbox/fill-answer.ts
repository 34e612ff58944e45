import { answerBounds } from '#contract/customer-services.ts'
import { placeholders } from '#contract/studio-service.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse, refuseField } from '#server/kernel/refusals.ts'

const marks = new RegExp(
  Object.values(placeholders)
    .map((mark) => mark.replace(/[{}]/g, '\\$&'))
    .join('|'),
  'g',
)

/**
 * An answer with the name of who asked and the title of what he asked put in: staff, who sees him masked, writes
 * `placeholders` for them.
 * @throws Refusal `not_found`; `invalid_request` where it becomes too long
 */
export async function fillAnswer(tx: Tx, { id, answer }: { id: number; answer: string }) {
  const inquiry = await tx
    .selectFrom('inquiries as i')
    .innerJoin('members as m', 'm.id', 'i.member_id')
    .select(['i.title', 'm.username'])
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!inquiry) return refuse('not_found')
  // In one go: what somebody typed is not looked through again.
  const filled = answer.replace(marks, (mark) =>
    mark === placeholders.name ? inquiry.username : inquiry.title,
  )
  if (filled.length > answerBounds.max) refuseField('answer', 'too_long', answerBounds.max)
  return filled
}
