import type { Tx } from '#server/db/client.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OrderRow } from '../../orders/orders.ts'
import { processPayment } from '../../payments/process-payment.ts'
import {
  findCard,
  type DueSubscription,
  findDueSubscriptions,
  lockDueWallet,
  lockSubscription,
  markSubscriptionEnded,
  readNextPlan,
  startedOrNull,
} from '../subscription-queries.ts'
import { applyDueOffer } from '../price-offers/apply-due-offer.ts'
import { beginRenewalCharge } from './charge-period.ts'
import { endSubscription, noCardCode, recordChargeFailure } from './charge-outcome.ts'
import { decideRenewal } from './renewal-policy.ts'

/** Subscriptions of one transaction. */
const batchSize = 100

/** Enqueues the renewal of each due subscription that has no job. */
export async function enqueueDueRenewals(
  { db, transact, clock }: Pick<PaymentDependencies, 'db' | 'transact' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  let after: DueSubscription | undefined
  for (;;) {
    const due = await findDueSubscriptions(db, clock.now(), { after, limit: batchSize })
    // The cursor bounds each statement, however many jobs wait for a worker.
    after = due.at(-1)
    if (!after || signal?.aborted) return
    await transact(async (tx) => {
      for (const { wallet_id, is_queued } of due)
        if (!is_queued)
          await enqueue(tx, 'renew_subscription', { wallet_id }, { key: `renewal:${wallet_id}` })
    })
  }
}

/**
 * Charges a due subscription, retries its failed charge, or ends it (decisions/0042-subscriptions). Safe to run
 * concurrently: a locked wallet is skipped, and a subscription with a pending charge is not due.
 */
export async function renewSubscription(
  deps: PaymentDependencies,
  wallet_id: number,
): Promise<void> {
  const order = await deps.transact((tx) => beginDueAction(tx, deps, wallet_id))
  // The intent is committed: if this process dies now, the job of the payment runs the remaining steps.
  if (order) await processPayment(deps, order.id)
}

/**
 * Decides again under the locks what is due, and applies it.
 * @returns the order whose payment has begun, else null.
 */
async function beginDueAction(
  tx: Tx,
  { clock, payments, site_url }: PaymentDependencies,
  wallet_id: number,
): Promise<OrderRow | null> {
  const wallet = await lockDueWallet(tx, wallet_id)
  // Another worker or a request of the member holds the lock. The next sweep finds what is still due.
  if (!wallet) return null
  const now = clock.now()
  const subscription = startedOrNull(await lockSubscription(tx, wallet_id))
  if (!subscription || subscription.pending_order_id !== null) return null
  if (wallet.member_id === null) {
    await markSubscriptionEnded(tx, subscription.id, now)
    return null
  }
  const renewal = decideRenewal(subscription, now)
  if (renewal.kind === 'end') await endSubscription(tx, subscription, { now, site_url })
  if (renewal.kind !== 'charge' || !payments.isEnabled) return null
  const renewed = await applyDueOffer(tx, subscription, { now, site_url })
  if (renewed.status === 'ended') return null
  const plan = await readNextPlan(tx, renewed)
  const card = await findCard(tx, wallet_id)
  const charge = { payments, subscription: renewed, plan, consented_at: null, now }
  if (card) return beginRenewalCharge(tx, { ...charge, card })
  const failed = { at: now.toISOString(), code: noCardCode, amount: plan.price, card: null }
  await recordChargeFailure(tx, renewed, failed, { now, site_url })
  return null
}
