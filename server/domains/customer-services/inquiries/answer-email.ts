import type { StaffInquiry } from '#contract/customer-services/customer-services.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import { answerEmailCopy as copy } from './answer-email.copy.ts'

const inquiriesPath = '/customer-service/inquirys/list'

/** Renders the email with the answer. Each line of the answer becomes a paragraph. */
export function answerEmail(
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
