import type { StaffInquiry } from '#contract/customer-services/customer-services.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { answerEmail } from './answer-email.ts'
import type { AnswerEmailSettings } from '../dependencies.ts'
import { inquiryExists, setAnswer, notifyInquiryAnswered } from './inquiry-queries.ts'

/** Additional writes in the transaction of the answer, such as its audit entry. */
export type OnAnswered = (tx: Tx, inquiry: StaffInquiry) => Promise<void>

type AnswerRequest = { id: number; answer: string; staff_id?: number | null }

/**
 * Answers an inquiry once, in its own transaction.
 * @throws ProblemError `already_answered`; `not_found` if it does not exist or its owner deleted it
 */
export function answerInquiry(
  parts: AnswerEmailSettings,
  { transact, now }: { transact: Transact; now: Date },
  request: AnswerRequest,
  onAnswered: OnAnswered,
): Promise<StaffInquiry> {
  return transact(async (tx) => {
    const inquiry = await answerInTransaction(tx, parts, now, request)
    await onAnswered(tx, inquiry)
    return inquiry
  })
}

/**
 * Does the same in an open transaction. Queues the email and notifies the member's open pages in that transaction, so
 * that each answer sends one email (D-70).
 */
export async function answerInTransaction(
  tx: Tx,
  { site_url }: AnswerEmailSettings,
  now: Date,
  { id, answer, staff_id = null }: AnswerRequest,
): Promise<StaffInquiry> {
  const answered = await setAnswer(tx, { id, answer, staff_id, now })
  if (!answered)
    return throwProblem((await inquiryExists(tx, id)) ? 'already_answered' : 'not_found')
  const { inquiry, member_id, username, email } = answered
  const message = answerEmail({ inquiry, username, site_url })
  await queueMessage(tx, { kind: 'mail', to: email, ...message }, { now })
  await notifyInquiryAnswered(tx, { member_id, inquiry_id: id })
  return inquiry
}
