import type { StaffInquiry } from '#contract/customer-services.ts'
import type { Transact } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { answerLetter } from './letters.ts'
import type { AnswerParts } from './parts.ts'
import { inquiryExists, setAnswer, tellAnswered } from './queries.ts'

/**
 * Answers an inquiry, once. In the same transaction a mail is put in for the member and his open pages are told, so
 * that one answer is one mail (D-70).
 * @throws Refusal `already_answered`; `not_found` where there is none, or its owner deleted it
 */
export async function answerInquiry(
  { site_url }: AnswerParts,
  { transact, now }: { transact: Transact; now: Date },
  { id, answer }: { id: number; answer: string },
): Promise<StaffInquiry> {
  return transact(async (tx) => {
    const answered = await setAnswer(tx, { id, answer, now })
    if (!answered) return refuse((await inquiryExists(tx, id)) ? 'already_answered' : 'not_found')
    const { inquiry, member_id, username, email } = answered
    const letter = answerLetter({ inquiry, username, site_url })
    await queueMessage(tx, { kind: 'mail', to: email, ...letter }, { now })
    await tellAnswered(tx, { member_id, inquiry_id: id })
    return inquiry
  })
}
