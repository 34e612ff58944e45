import { parseBlocks } from '#contract/customer-services/rich-text.ts'
import { unsubscribePath } from '#contract/core/constants.ts'
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
