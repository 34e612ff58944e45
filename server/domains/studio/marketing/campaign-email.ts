import { parseBlocks } from '#contract/customer-services/rich-text.ts'
import { unsubscribePath } from '#contract/core/constants.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { campaignEmailCopy as copy } from './campaign-email.copy.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

export type CampaignEmailSettings = { encryption: Encryption; site_url: string }

/** Renders the mail of a campaign to a member, with the link and the header lines that withdraw the consent (RFC 8058). */
export function campaignEmail(
  { encryption, site_url }: CampaignEmailSettings,
  campaign: { id: number; title: string; context: string },
  member_id: number,
): EmailMessage {
  const { id: campaign_id, title, context } = campaign
  const token = createUnsubscribeToken(encryption, { campaign_id, member_id })
  const url = `${site_url}${unsubscribePath}?token=${token}`
  const [first] = parseBlocks(context)
  const spans = first?.kind === 'list' ? first.items.flat() : (first?.pieces ?? [])
  const email = renderEmail({
    subject: copy.subject(title),
    preheader: spans.map(({ text }) => text).join(''),
    title,
    paragraphs: [],
    body: context,
    footer: copy.footer,
    contact: copy.contact,
    unsubscribe: { label: copy.unsubscribe, url },
  })
  const headers = {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  return { ...email, headers }
}
