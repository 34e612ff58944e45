import type { StaffInquiry } from '#contract/customer-services/customer-services.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { AnswerEmailSettings } from '../dependencies.ts'
import { answerEmail } from './answer-email.ts'
import { inquiryExists, maskMember, notifyInquiryAnswered, setAnswer } from './inquiry-queries.ts'

/**
 * Answers an inquiry once. Queues the email and notifies the member's open pages in the transaction of the answer, so
 * that each answer sends one email (D-70).
 * @throws ProblemError `already_answered`; `not_found` if it does not exist or its owner deleted it
 */
export async function answerInquiry(
  tx: Tx,
  { site_url }: AnswerEmailSettings,
  now: Date,
  { id, answer, staff_id }: { id: number; answer: string; staff_id: number | null },
): Promise<StaffInquiry> {
  const answered = await setAnswer(tx, { id, answer, staff_id, now })
  if (!answered)
    return throwProblem((await inquiryExists(tx, id)) ? 'already_answered' : 'not_found')
  const { member_id, ...inquiry } = answered
  const message = answerEmail(inquiry, site_url)
  await queueMessage(tx, { kind: 'mail', to: inquiry.email, ...message }, { now })
  await notifyInquiryAnswered(tx, { member_id, inquiry_id: id })
  return maskMember(inquiry)
}
