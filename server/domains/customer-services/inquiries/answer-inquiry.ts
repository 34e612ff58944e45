import type { StaffInquiry } from '#contract/customer-services/customer-services.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { answerEmail } from './answer-email.ts'
import type { AnswerEmailSettings } from '../dependencies.ts'
import { inquiryExists, setAnswer, notifyInquiryAnswered } from './inquiry-queries.ts'

/** What else stands or falls with an answer, such as its line in the audit log. */
export type OnAnswered = (tx: Tx, inquiry: StaffInquiry) => Promise<void>

type Given = { id: number; answer: string; staff_id?: number | null }

/**
 * Answers an inquiry, once, in a transaction of its own.
 * @throws Refusal `already_answered`; `not_found` where there is none, or its owner deleted it
 */
export function answerInquiry(
  parts: AnswerEmailSettings,
  { transact, now }: { transact: Transact; now: Date },
  given: Given,
  beside: OnAnswered,
): Promise<StaffInquiry> {
  return transact(async (tx) => {
    const inquiry = await answerInTransaction(tx, parts, now, given)
    await beside(tx, inquiry)
    return inquiry
  })
}

/**
 * The same in a transaction that is open. In it a mail is put in for the member and his open pages are told, so that one
 * answer is one mail (D-70).
 */
export async function answerInTransaction(
  tx: Tx,
  { site_url }: AnswerEmailSettings,
  now: Date,
  { id, answer, staff_id = null }: Given,
): Promise<StaffInquiry> {
  const answered = await setAnswer(tx, { id, answer, staff_id, now })
  if (!answered)
    return throwProblem((await inquiryExists(tx, id)) ? 'already_answered' : 'not_found')
  const { inquiry, member_id, username, email } = answered
  const letter = answerEmail({ inquiry, username, site_url })
  await queueMessage(tx, { kind: 'mail', to: email, ...letter }, { now })
  await notifyInquiryAnswered(tx, { member_id, inquiry_id: id })
  return inquiry
}
