import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '../orders.ts'
import type { MoneyParts } from '../parts.ts'
import { settleOrder } from '../settle-order.ts'
import { sql } from 'kysely'
import { chargeRenewal, nextPlan } from './charge.ts'
import { closeSubscription, endSubscription, noCard, noteFailure } from './failure.ts'
import { begun, findCard, findDue, lockSubscription } from './queries.ts'
import { decideRenewal } from './renewal.ts'

/** Looked up at a time, and charged side by side: a charge takes the gateway up to a minute. */
const atOnce = 100
const lanes = 4

/**
 * Charges what is due, tries again what failed, and ends what is over (D-56, D-58). Any number of workers may do it at
 * once: each passes over the wallets that another holds, and a charge that is under way is due for nobody (S2).
 */
export async function renewDue(parts: MoneyParts): Promise<void> {
  for (;;) {
    const due = await findDue(parts.db, parts.clock.now(), atOnce)
    let moved = 0
    const lane = async () => {
      for (let wallet_id = due.shift(); wallet_id !== undefined; wallet_id = due.shift())
        if (await renewOne(parts, wallet_id)) moved += 1
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    // What could not be moved now is for another worker, or the next round.
    if (moved === 0) return
  }
}

/** @returns whether its subscription is not due as it was any more. */
async function renewOne(parts: MoneyParts, wallet_id: number): Promise<boolean> {
  try {
    const attempt = await parts.transact((tx) => makeAttempt(tx, parts, wallet_id))
    // The intent is committed; should this process die now, the job runs the rest.
    if (attempt.order) await settleOrder(parts, attempt.order.id)
    return attempt.moved
  } catch (error) {
    parts.log.error({ error: (error as Error).message, wallet_id }, 'renewing a subscription')
    return false
  }
}

type Attempt = { moved: boolean; order: OrderRow | null }

/** Reads again what is due under the locks (S5), and does it, or sets out to have it paid. */
async function makeAttempt(
  tx: Tx,
  { clock, site_url }: MoneyParts,
  wallet_id: number,
): Promise<Attempt> {
  const stays = { moved: false, order: null }
  const done = { moved: true, order: null }
  const { rows } = await sql<{ member_id: number | null }>`
    select member_id from wallets where id = ${wallet_id} for update skip locked`.execute(tx)
  const [wallet] = rows
  if (!wallet) return stays
  const now = clock.now()
  const subscription = begun(await lockSubscription(tx, wallet_id))
  if (!subscription || subscription.charging_order_id !== null) return stays
  if (wallet.member_id === null) {
    await closeSubscription(tx, subscription.id, now)
    return done
  }
  const { act } = decideRenewal(subscription, now)
  if (act === 'end') {
    await endSubscription(tx, subscription, { now, site_url })
    return done
  }
  if (act !== 'charge') return stays
  const plan = await nextPlan(tx, subscription)
  const card = await findCard(tx, wallet_id)
  if (card)
    return {
      moved: true,
      order: await chargeRenewal(tx, { subscription, plan, card, agreed_at: null, now }),
    }
  const failed = { at: now.toISOString(), code: noCard, amount: plan.price, card: null }
  await noteFailure(tx, subscription, failed, { now, site_url })
  return done
}
