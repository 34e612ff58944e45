import type { Tx } from '#server/db/client.ts'
import { findOwnerEmail } from '../../ledger/wallet-queries.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { failureText } from '../../orders/orders.copy.ts'
import type { BillingCardRow } from '../cards/card-queries.ts'
import { cardLabel, subscriptionEmails } from '../emails.ts'
import {
  markPastDue,
  markSubscriptionEnded,
  readNextPlan,
  readPlan,
  type StartedSubscription,
} from '../subscription-queries.ts'
import { noCardText } from '../subscriptions.copy.ts'
import { nextRetryAt } from './renewal-policy.ts'

/** A failed renewal. `at`: time of the attempt. */
type FailedRenewal = {
  at: string
  /** Failure code of the gateway, or `noCardCode`. */
  code: string
  amount: number
  card: Pick<BillingCardRow, 'company' | 'masked_number'> | null
}

/** Failure code of a renewal without a registered card. */
export const noCardCode = 'NO_CARD'

/** Member-facing text of a failed charge: the reason and the next step. */
export const chargeFailureText = (code: string): string =>
  code === noCardCode ? noCardText : failureText(code)

/**
 * Records a failed renewal. It is retried on days 1, 3, 5 and 7, then the subscription ends; the member is e-mailed each
 * time (D-56). The caller holds the lock of the subscription and has ruled out a pending charge.
 */
export async function recordChargeFailure(
  tx: Tx,
  subscription: StartedSubscription,
  { at, code, amount, card }: FailedRenewal,
  { now, site_url }: { now: Date; site_url: string },
): Promise<void> {
  const first_failed_at = subscription.first_failed_at ?? at
  const next_retry_at = nextRetryAt({ first_failed_at, last_failed_at: at })
  if (!next_retry_at) return endSubscription(tx, subscription, { now, site_url })
  const next_retry = next_retry_at.toISOString()
  const access_until = await markPastDue(tx, subscription.id, {
    first_failed_at,
    last_failed_at: at,
    failure_code: code,
    next_retry_at: next_retry,
  })
  const to = await findOwnerEmail(tx, subscription.wallet_id)
  // If renewal was turned off while the charge was pending, there is no retry to announce.
  if (!to || !subscription.auto_renew) return
  const { name: plan } = await readNextPlan(tx, subscription)
  const failedCharge = {
    ...{ plan, amount, card: card && cardLabel(card), reason: chargeFailureText(code) },
    next_retry_at,
    is_last: nextRetryAt({ first_failed_at, last_failed_at: next_retry }) === null,
    access_until: new Date(access_until ?? at),
  }
  const email = subscriptionEmails.chargeFailed(failedCharge, now, site_url)
  await queueMessage(tx, { kind: 'mail', to, ...email }, { now })
}

/** Ends a subscription and e-mails the member. */
export async function endSubscription(
  tx: Tx,
  subscription: StartedSubscription,
  { now, site_url }: { now: Date; site_url: string },
): Promise<void> {
  await markSubscriptionEnded(tx, subscription.id, now)
  const to = await findOwnerEmail(tx, subscription.wallet_id)
  if (!to) return
  const { name } = await readPlan(tx, subscription.plan_id)
  const reason = subscription.auto_renew ? 'unpaid' : 'stopped'
  const email = subscriptionEmails.ended(name, reason, site_url)
  await queueMessage(tx, { kind: 'mail', to, ...email }, { now })
}
