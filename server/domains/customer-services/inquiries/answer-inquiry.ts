import { type StaffInquiry, answerLength } from '#contract/customer-services/customer-services.ts'
import { notifyMembers, type Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import { notify } from '#server/domains/notifications/index.ts'
import type { AnswerEmailSettings } from '../dependencies.ts'
import { inquiryExists, maskMember, setAnswer } from './inquiry-queries.ts'
import { type Actor, recordAuditEntry } from '#server/domains/studio/index.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import { answerEmailCopy as copy } from './answer-email.copy.ts'
import { templatePlaceholders } from '#contract/customer-services/staff.ts'
import { readTemplateValues } from '../staff/inbox-queries.ts'

/**
 * Answers an inquiry once. Notifies the member, by the inbox and by e-mail, and writes the audit log in the transaction of the
 * answer, so that each answer sends one e-mail. The log omits the text, which can be deleted with the inquiry.
 * @throws ProblemError `already_answered`; `not_found` if it does not exist or its owner deleted it
 */
export async function answerInquiry(
  tx: Tx,
  { site_url }: AnswerEmailSettings,
  actor: Actor,
  { id, answer }: { id: number; answer: string },
): Promise<StaffInquiry> {
  const { now } = actor
  const staff_id = actor.member?.id ?? null
  const answered = await setAnswer(tx, { id, answer, staff_id, now })
  if (!answered)
    return throwProblem((await inquiryExists(tx, id)) ? 'already_answered' : 'not_found')
  const { member_id, ...inquiry } = answered
  await notify(
    tx,
    {
      kind: 'inquiry_answered',
      key: `inquiry:${id}`,
      recipient: { member_id, profile_id: null },
      data: { inquiry_id: id, title: inquiry.title },
      email: answerEmail(inquiry, site_url),
    },
    now,
  )
  notifyMembers(tx, [{ member_id, channel: 'inquiry_answered', data: { inquiry_id: id } }])
  await recordAuditEntry(tx, actor, {
    kind: 'support.inquiry_answered',
    subject_kind: 'inquiry',
    subject_id: id,
    subject_name: `#${id}`,
  })
  return maskMember(inquiry)
}

const inquiriesPath = '/customer-service/inquirys/list'

/** Renders the email with the answer. Each line of the answer becomes a paragraph. */
function answerEmail(
  inquiry: Pick<
    StaffInquiry,
    'id' | 'answer' | 'title' | 'subject_name' | 'created_at' | 'username'
  >,
  site_url: string,
): EmailMessage {
  const { facts } = copy
  return renderEmail({
    subject: copy.subject,
    preheader: copy.preheader,
    title: copy.title(inquiry.username),
    facts: [
      [facts.subject, inquiry.subject_name],
      [facts.title, inquiry.title],
      [facts.asked, copy.day(inquiry.created_at)],
    ],
    paragraphs: (inquiry.answer ?? '').split(/\r\n|[\r\n]/).filter((line) => line.trim() !== ''),
    button: { label: copy.button, url: `${site_url}${inquiriesPath}?id=${inquiry.id}` },
    caution: copy.more,
    footer: copy.footer,
  })
}

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
