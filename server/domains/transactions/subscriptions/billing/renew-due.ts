import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '../../orders/orders.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { processPayment } from '../../payments/process-payment.ts'
import { sql } from 'kysely'
import { beginRenewalCharge } from './charge-period.ts'
import { readNextPlan } from '../subscription-queries.ts'
import {
  markSubscriptionEnded,
  endSubscription,
  noCardCode,
  recordChargeFailure,
} from './payment-failure.ts'
import {
  startedOrNull,
  type DueSubscription,
  findCard,
  findDue,
  lockSubscription,
} from '../subscription-queries.ts'
import { decideRenewal } from './renewal-policy.ts'

/** Looked up at a time, and charged side by side: a charge takes the gateway up to a minute. */
const atOnce = 100
const lanes = 4

/**
 * Charges what is due, tries again what failed, and ends what is over (D-56, D-58). Safe to run concurrently: it passes over
 * locked wallets, and a subscription that is being charged is not due (S2).
 * @param signal ends it after the charges that are under way.
 */
export async function renewDue(parts: PaymentDependencies, signal?: AbortSignal): Promise<void> {
  let after: DueSubscription | undefined
  for (;;) {
    const due = await findDue(parts.db, parts.clock.now(), { after, limit: atOnce })
    // Each is looked at once in a round: one that cannot be moved holds up none behind it.
    after = due.at(-1)
    if (!after || signal?.aborted) return
    const lane = async () => {
      for (let next = due.shift(); next && !signal?.aborted; next = due.shift())
        await renewOne(parts, next.wallet_id)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
}

async function renewOne(parts: PaymentDependencies, wallet_id: number): Promise<void> {
  try {
    const order = await parts.transact((tx) => makeAttempt(tx, parts, wallet_id))
    // The intent is committed; should this process die now, the job runs the rest.
    if (order) await processPayment(parts, order.id)
  } catch (error) {
    parts.log.error({ error: (error as Error).message, wallet_id }, 'renewal failed')
  }
}

/**
 * Reads again what is due under the locks (S5), and does it.
 * @returns the order that was set out to be paid, if any.
 */
async function makeAttempt(
  tx: Tx,
  { clock, payments, site_url }: PaymentDependencies,
  wallet_id: number,
): Promise<OrderRow | null> {
  const { rows } = await sql<{ member_id: number | null }>`
    select member_id from wallets where id = ${wallet_id} for update skip locked`.execute(tx)
  const [wallet] = rows
  // Another worker is at it, or its owner.
  if (!wallet) return null
  const now = clock.now()
  const subscription = startedOrNull(await lockSubscription(tx, wallet_id))
  if (!subscription || subscription.charging_order_id !== null) return null
  if (wallet.member_id === null) {
    await markSubscriptionEnded(tx, subscription.id, now)
    return null
  }
  const { act } = decideRenewal(subscription, now)
  if (act === 'end') await endSubscription(tx, subscription, { now, site_url })
  if (act !== 'charge' || !payments.isEnabled) return null
  const plan = await readNextPlan(tx, subscription)
  const card = await findCard(tx, wallet_id)
  if (card) return beginRenewalCharge(tx, { subscription, plan, card, agreed_at: null, now })
  const failed = { at: now.toISOString(), code: noCardCode, amount: plan.price, card: null }
  await recordChargeFailure(tx, subscription, failed, { now, site_url })
  return null
}
