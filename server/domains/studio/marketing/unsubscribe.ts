import { withdrawMarketingConsent } from '#server/domains/accounts/index.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { CampaignEmailSettings } from './campaign-email.ts'
import { markUnsubscribed } from './campaign-queries.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

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
