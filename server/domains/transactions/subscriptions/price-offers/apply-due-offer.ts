import type { Tx } from '#server/db/client.ts'
import {
  lockSubscription,
  startedOrNull,
  type StartedSubscription,
  updateSubscription,
} from '../subscription-queries.ts'
import { endSubscription } from '../billing/charge-outcome.ts'
import { decideOffer } from './price-offer-policy.ts'
import { lockDueOffer, setOutcome } from './price-offer-queries.ts'

/**
 * Settles the offer of other terms that is due with the charge of the next period: the terms that the member agreed to become
 * those of the charge, and of its retries. The caller holds the locks of wallet and subscription and has decided to charge it.
 * @returns the subscription as it is then, which ends without the consent if the price change says so.
 */
export async function applyDueOffer(
  tx: Tx,
  subscription: StartedSubscription,
  { now, site_url }: { now: Date; site_url: string },
): Promise<StartedSubscription> {
  const offer = await lockDueOffer(tx, subscription.id, now)
  if (!offer) return subscription
  const decision = decideOffer(offer)
  await setOutcome(tx, offer.id, decision)
  if (decision === 'kept') return subscription
  if (decision === 'applied')
    // A trigger sets the terms of the offer.
    await updateSubscription(tx, subscription.id, { next_plan_id: subscription.plan_id })
  else {
    await updateSubscription(tx, subscription.id, { auto_renew: false })
    await endSubscription(tx, subscription, { now, site_url, reason: 'not_agreed' })
  }
  return startedOrNull(await lockSubscription(tx, subscription.wallet_id)) ?? subscription
}
