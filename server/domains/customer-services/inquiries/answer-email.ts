import type { Inquiry } from '#contract/customer-services/customer-services.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import { answerEmailCopy as copy } from './answer-email.copy.ts'

const history = '/customer-service/inquirys/list'

/** Tells a member what we answered. Lines of the answer are lines of the letter. */
export function answerEmail({
  inquiry,
  username,
  site_url,
}: {
  inquiry: Pick<Inquiry, 'id' | 'answer' | 'title' | 'subject_name' | 'created_at'>
  username: string
  site_url: string
}): EmailMessage {
  const { facts } = copy
  return renderEmail({
    subject: copy.subject,
    preheader: copy.preheader,
    title: copy.title(username),
    facts: [
      [facts.subject, inquiry.subject_name],
      [facts.title, inquiry.title],
      [facts.asked, copy.day(inquiry.created_at)],
    ],
    paragraphs: (inquiry.answer ?? '').split(/\r\n|[\r\n]/).filter((line) => line.trim() !== ''),
    button: { label: copy.button, url: `${site_url}${history}?id=${inquiry.id}` },
    caution: copy.more,
    footer: copy.footer,
  })
}
