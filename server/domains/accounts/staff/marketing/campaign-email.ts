import { parseBlocks, type TextBlock } from '#contract/customer-services/rich-text.ts'
import { unsubscribePath } from '#contract/core/constants.ts'
import type { NotificationData } from '#server/domains/notifications/index.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { campaignEmailCopy as copy } from './campaign-email.copy.ts'
import { timingSafeEqual } from 'node:crypto'
import { withdrawMarketingConsent } from '../../personal-details/update-details.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { markUnsubscribed } from './campaign-queries.ts'

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
  const email = renderEmail({
    subject: copy.subject(title),
    preheader: firstParagraph(context),
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

const spansOf = (block: TextBlock) => (block.kind === 'list' ? block.items.flat() : block.pieces)

const firstParagraph = (context: string) =>
  parseBlocks(context)
    .slice(0, 1)
    .flatMap(spansOf)
    .map(({ text }) => text)
    .join('')

/** The notification of a campaign: its first paragraph, and the first page of this site that it links to. */
export function campaignNotification(
  { site_url }: Pick<CampaignEmailSettings, 'site_url'>,
  { title, context }: { title: string; context: string },
): NotificationData<'notice'> {
  const links = parseBlocks(context)
    .flatMap(spansOf)
    .flatMap(({ href }) => (href?.startsWith(`${site_url}/`) ? href.slice(site_url.length) : []))
  return { title: copy.subject(title), body: firstParagraph(context), path: links[0] ?? '/' }
}

/** A mail of a campaign to a member. */
type MailIdentity = { campaign_id: number; member_id: number }

const format = /^([1-9]\d{0,9})-([1-9]\d{0,9})-([\w-]{22})$/

/** The first 16 bytes of the signature over both ids. */
const signatureOf = (encryption: Encryption, { campaign_id, member_id }: MailIdentity) =>
  encryption.sign('unsubscribe', `${campaign_id}-${member_id}`).subarray(0, 16)

/** Returns the token of the unsubscribe link: `{campaign}-{member}-{signature}`. It does not expire. */
function createUnsubscribeToken(encryption: Encryption, mail: MailIdentity): string {
  const signature = signatureOf(encryption, mail).toString('base64url')
  return `${mail.campaign_id}-${mail.member_id}-${signature}`
}

/** @returns undefined for a token that `createUnsubscribeToken` did not create. */
function readUnsubscribeToken(encryption: Encryption, token: string): MailIdentity | undefined {
  const [, campaign = '', member = '', signature = ''] = format.exec(token) ?? []
  if (!signature) return undefined
  const mail = { campaign_id: Number(campaign), member_id: Number(member) }
  const expected = signatureOf(encryption, mail)
  return timingSafeEqual(expected, Buffer.from(signature, 'base64url')) ? mail : undefined
}

/**
 * Withdraws the marketing consent of the recipient of a mail. Repeating it, also after the account was deleted, changes
 * nothing and succeeds.
 * @throws ProblemError `invalid_link` for a token that this site did not issue
 */
export async function unsubscribe(
  { encryption, site_url }: CampaignEmailSettings,
  { transact, client, now }: Pick<RequestContext, 'transact' | 'client' | 'now'>,
  token: string,
): Promise<void> {
  const mail = readUnsubscribeToken(encryption, token) ?? throwProblem('invalid_link')
  await transact(async (tx) => {
    const change = { address: client.address, now, site_url }
    if (await withdrawMarketingConsent(tx, mail.member_id, change))
      await markUnsubscribed(tx, mail, now)
  })
}
