import type { Tx } from '#server/db/client.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import { lockMember, updateMember } from '../member-queries.ts'
import { insertConsents } from '../sign-up/consent-queries.ts'

/** The client address and the time of a change of the consent. */
type ConsentChange = { address: string; now: Date; site_url: string }

/** Records a changed marketing consent with its date and confirms it by e-mail (D-20). The caller updates the member. */
export async function recordMarketingConsent(
  tx: Tx,
  member: { id: number; email: string },
  is_agreed: boolean,
  { address, now, site_url }: ConsentChange,
): Promise<void> {
  await insertConsents(tx, member.id, { marketing_info: is_agreed }, { address, now })
  const email = accountEmails.marketingChanged(is_agreed, now, site_url)
  await queueEmail(tx, member.email, email, now)
}

/**
 * Withdraws the marketing consent of a member.
 * @returns false if the member had not consented, or is deleted.
 */
export async function withdrawMarketingConsent(
  tx: Tx,
  id: number,
  change: ConsentChange,
): Promise<boolean> {
  const member = await lockMember(tx, id)
  if (!member?.is_marketing_agreed) return false
  await recordMarketingConsent(tx, { id, email: member.email }, false, change)
  await updateMember(tx, id, { is_marketing_agreed: false })
  return true
}
