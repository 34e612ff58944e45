import { answerLength } from '#contract/customer-services/customer-services.ts'
import { templatePlaceholders } from '#contract/studio/support.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { readTemplateValues } from './inbox-queries.ts'

const placeholders = new RegExp(
  Object.values(templatePlaceholders)
    .map((placeholder) => placeholder.replace(/[{}]/g, '\\$&'))
    .join('|'),
  'g',
)

/**
 * Replaces the placeholders for the member's name and the inquiry title. Staff see the name masked, so they cannot type
 * it themselves.
 * @throws ProblemError `not_found`; `invalid_request` if the result is too long
 */
export async function fillTemplate(tx: Tx, { id, answer }: { id: number; answer: string }) {
  const inquiry = (await readTemplateValues(tx, id)) ?? throwProblem('not_found')
  // A single pass, so that placeholders in the title or the name are not replaced.
  const filled = answer.replace(placeholders, (placeholder) =>
    placeholder === templatePlaceholders.name ? inquiry.username : inquiry.title,
  )
  if (filled.length > answerLength.max) throwFieldError('answer', 'too_long', answerLength.max)
  return filled
}
