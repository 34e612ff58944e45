import { answerLength } from '#contract/customer-services/customer-services.ts'
import { templatePlaceholders } from '#contract/studio/support.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'

const marks = new RegExp(
  Object.values(templatePlaceholders)
    .map((mark) => mark.replace(/[{}]/g, '\\$&'))
    .join('|'),
  'g',
)

/**
 * An answer with the name of who asked and the title of what he asked put in: staff, who sees him masked, writes
 * `placeholders` for them.
 * @throws Refusal `not_found`; `invalid_request` where it becomes too long
 */
export async function fillTemplate(tx: Tx, { id, answer }: { id: number; answer: string }) {
  const inquiry = await tx
    .selectFrom('inquiries as i')
    .innerJoin('members as m', 'm.id', 'i.member_id')
    .select(['i.title', 'm.username'])
    .where('i.id', '=', id)
    .executeTakeFirst()
  if (!inquiry) return throwProblem('not_found')
  // In one go: what somebody typed is not looked through again.
  const filled = answer.replace(marks, (mark) =>
    mark === templatePlaceholders.name ? inquiry.username : inquiry.title,
  )
  if (filled.length > answerLength.max) throwFieldError('answer', 'too_long', answerLength.max)
  return filled
}
