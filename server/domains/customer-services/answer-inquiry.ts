import type { StaffInquiry } from '#contract/customer-services.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { answerLetter } from './letters.ts'
import type { AnswerParts } from './parts.ts'
import { inquiryExists, setAnswer, tellAnswered } from './queries.ts'

/** What else stands or falls with an answer, such as its line in the audit log. */
export type BesideAnswer = (tx: Tx, inquiry: StaffInquiry) => Promise<void>

type Given = { id: number; answer: string; staff_id?: number | null }

/**
 * Answers an inquiry, once, in a transaction of its own.
 * @throws Refusal `already_answered`; `not_found` where there is none, or its owner deleted it
 */
export function answerInquiry(
  parts: AnswerParts,
  { transact, now }: { transact: Transact; now: Date },
  given: Given,
  beside: BesideAnswer,
): Promise<StaffInquiry> {
  return transact(async (tx) => {
    const inquiry = await answerIn(tx, parts, now, given)
    await beside(tx, inquiry)
    return inquiry
  })
}

/**
 * The same in a transaction that is open. In it a mail is put in for the member and his open pages are told, so that one
 * answer is one mail (D-70).
 */
export async function answerIn(
  tx: Tx,
  { site_url }: AnswerParts,
  now: Date,
  { id, answer, staff_id = null }: Given,
): Promise<StaffInquiry> {
  const answered = await setAnswer(tx, { id, answer, staff_id, now })
  if (!answered) return refuse((await inquiryExists(tx, id)) ? 'already_answered' : 'not_found')
  const { inquiry, member_id, username, email } = answered
  const letter = answerLetter({ inquiry, username, site_url })
  await queueMessage(tx, { kind: 'mail', to: email, ...letter }, { now })
  await tellAnswered(tx, { member_id, inquiry_id: id })
  return inquiry
}
