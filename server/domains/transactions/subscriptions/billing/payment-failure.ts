import type { Tx } from '#server/db/client.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { failureText } from '../../orders/orders.copy.ts'
import { readNextPlan } from '../subscription-queries.ts'
import { cardLabel, subscriptionEmails } from '../emails.ts'
import {
  type StartedSubscription,
  type BillingCardRow,
  findOwnerEmail,
  readPlan,
} from '../subscription-queries.ts'
import { nextRetryAt } from './renewal-policy.ts'
import { noCardText } from '../subscriptions.copy.ts'

/** A renewal that did not go through. `at`: when it was tried. */
type Failed = {
  at: string
  /** The gateway's, or `noCard`. */
  code: string
  amount: number
  card: Pick<BillingCardRow, 'company' | 'masked_number'> | null
}

/** The renewal found no card to charge. */
export const noCardCode = 'NO_CARD'

/** What is said of a charge that failed, and what to do. */
export const chargeFailureText = (code: string): string =>
  code === noCardCode ? noCardText : failureText(code)

/**
 * D-56. Notes that a renewal failed: it is tried again on days 1, 3, 5 and 7, and then it ends. Its owner is written each
 * time. The subscription is locked, and no charge is under way any more.
 */
export async function recordChargeFailure(
  tx: Tx,
  subscription: StartedSubscription,
  { at, code, amount, card }: Failed,
  { now, site_url }: { now: Date; site_url: string },
): Promise<void> {
  const failed_since = subscription.failed_since ?? at
  const retry_at = nextRetryAt({ failed_since, failed_at: at })
  if (!retry_at) return endSubscription(tx, subscription, { now, site_url })
  const { access_until } = await tx
    .updateTable('subscriptions')
    .set({
      ...{ status: 'past_due', failed_since, failed_at: at, failure_code: code },
      retry_at: retry_at.toISOString(),
    })
    .where('id', '=', subscription.id)
    .returning('access_until')
    .executeTakeFirstOrThrow()
  const to = await findOwnerEmail(tx, subscription.wallet_id)
  // Stopped while it was under way: nothing is tried again, so there is nothing to say before it ends.
  if (!to || !subscription.auto_renew) return
  const plan = await readNextPlan(tx, subscription)
  const told = subscriptionEmails.chargeFailed(
    {
      plan: plan.name,
      amount,
      card: card && cardLabel(card),
      reason: chargeFailureText(code),
      retry_at,
      is_last: nextRetryAt({ failed_since, failed_at: retry_at.toISOString() }) === null,
      access_until: new Date(access_until ?? at),
    },
    now,
    site_url,
  )
  await queueMessage(tx, { kind: 'mail', to, ...told }, { now })
}

/** Ends a subscription, and says so. */
export async function endSubscription(
  tx: Tx,
  subscription: StartedSubscription,
  { now, site_url }: { now: Date; site_url: string },
): Promise<void> {
  await markSubscriptionEnded(tx, subscription.id, now)
  const to = await findOwnerEmail(tx, subscription.wallet_id)
  if (!to) return
  const { name } = await readPlan(tx, subscription.plan_id)
  const why = subscription.auto_renew ? 'unpaid' : 'stopped'
  await queueMessage(
    tx,
    { kind: 'mail', to, ...subscriptionEmails.ended(name, why, site_url) },
    { now },
  )
}

/** Ends it at once, and what it opened with it; a charge that is under way is given back by itself (P8). */
export async function markSubscriptionEnded(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      ...{ status: 'ended', ended_at: now.toISOString(), next_plan_id: null },
      ...{ charging_order_id: null, wanted_plan_id: null, agreed_at: null },
      ...{ failed_since: null, failed_at: null, failure_code: null, retry_at: null },
    })
    .where('id', '=', id)
    .where('status', '<>', 'new')
    .execute()
}
