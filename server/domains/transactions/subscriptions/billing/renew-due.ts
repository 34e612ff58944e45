import pLimit from 'p-limit'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
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
import { beginRenewalCharge } from './charge-period.ts'
import { endSubscription, noCardCode, recordChargeFailure } from './charge-outcome.ts'
import { decideRenewal } from './renewal-policy.ts'

/** Subscriptions read per query, and concurrent charges: the gateway takes up to a minute for one. */
const batchSize = 100
const maxConcurrent = 4

/**
 * Charges due subscriptions, retries failed charges, and ends expired subscriptions (decisions/0042-subscriptions). Safe
 * to run concurrently: locked wallets are skipped, and a subscription with a pending charge is not due.
 * @param signal stops the run after the charges in progress.
 */
export async function renewDue(deps: PaymentDependencies, signal?: AbortSignal): Promise<void> {
  const limit = pLimit(maxConcurrent)
  let after: DueSubscription | undefined
  for (;;) {
    const page = { after, limit: batchSize }
    const due = await findDueSubscriptions(deps.db, deps.clock.now(), page)
    // The cursor visits each subscription once per run, so that a failing one does not block the others.
    after = due.at(-1)
    if (!after || signal?.aborted) return
    await limit.map(due, async ({ wallet_id }) => {
      if (!signal?.aborted) await renewOne(deps, wallet_id)
    })
  }
}

async function renewOne(deps: PaymentDependencies, wallet_id: number): Promise<void> {
  try {
    const order = await deps.transact((tx) => beginDueAction(tx, deps, wallet_id))
    // The intent is committed: if this process dies now, the job runs the remaining steps.
    if (order) await processPayment(deps, order.id)
  } catch (error) {
    deps.log.error({ error: (error as Error).message, wallet_id }, 'renewal failed')
  }
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
  // Another worker or a request of the member holds the lock.
  if (!wallet) return null
  const now = clock.now()
  const subscription = startedOrNull(await lockSubscription(tx, wallet_id))
  if (!subscription || subscription.pending_order_id !== null) return null
  if (wallet.member_id === null) {
    await markSubscriptionEnded(tx, subscription.id, now)
    return null
  }
  const { act } = decideRenewal(subscription, now)
  if (act === 'end') await endSubscription(tx, subscription, { now, site_url })
  if (act !== 'charge' || !payments.isEnabled) return null
  const plan = await readNextPlan(tx, subscription)
  const card = await findCard(tx, wallet_id)
  const charge = { payments, subscription, plan, consented_at: null, now }
  if (card) return beginRenewalCharge(tx, { ...charge, card })
  const failed = { at: now.toISOString(), code: noCardCode, amount: plan.price, card: null }
  await recordChargeFailure(tx, subscription, failed, { now, site_url })
  return null
}
