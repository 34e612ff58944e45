import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'
import type { OrderRow } from '../../orders/orders.ts'
import { noChargeFailure, noPlanRequest } from '../subscription-queries.ts'

export type ChargeRow = Awaited<ReturnType<typeof readCharge>>

/** Reads the subscription charge of an order. `card` is null if the card has been deleted since. */
export async function readCharge(db: Db, order_id: number) {
  const row = await db
    .selectFrom('subscription_charges as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .innerJoin('wallets as w', 'w.id', 'o.wallet_id')
    .innerJoin('billing_cards as b', 'b.id', 'c.card_id')
    .select(['c.kind', 'c.price', 'c.proration_credit', 'c.billing_cycle_anchor', 'c.period_index'])
    .select('c.auto_renew_was_off')
    .select(['w.customer_key', 'b.billing_key_ciphertext', 'b.company', 'b.masked_number'])
    .where('c.order_id', '=', order_id)
    .$narrowType<{ kind: 'join' | 'upgrade' | 'renew' }>()
    .executeTakeFirstOrThrow()
  const { billing_key_ciphertext, company, masked_number, ...charge } = row
  const card =
    billing_key_ciphertext && company !== null && masked_number !== null
      ? { billing_key_ciphertext, company, masked_number }
      : null
  return { ...charge, card }
}

export const insertCharge = (tx: Tx, charge: Insertable<DB['subscription_charges']>) =>
  tx.insertInto('subscription_charges').values(charge).execute()

/** Finds the first charge to a card. */
export const findFirstCharge = (db: Db, card_id: number) =>
  db
    .selectFrom('subscription_charges')
    .select('order_id')
    .where('card_id', '=', card_id)
    .orderBy('order_id')
    .limit(1)
    .executeTakeFirst()

/** Finds a pending charge of a card. */
export const findPendingCharge = (db: Db, card_id: number) =>
  db
    .selectFrom('subscription_charges')
    .innerJoin('orders', 'orders.id', 'subscription_charges.order_id')
    .select('orders.id')
    .where('card_id', '=', card_id)
    .where('orders.status', 'in', ['confirming', 'unknown'])
    .executeTakeFirst()

/** Finds the charge that paid the current period of a wallet's active subscription. */
export const findCurrentCharge = (tx: Tx, wallet_id: number) =>
  tx
    .selectFrom('subscriptions')
    .select('order_id')
    .where('wallet_id', '=', wallet_id)
    .where('status', '=', 'active')
    .executeTakeFirst()

/** Finds the last period that is paid or pending. The next one has to start later. */
export const findLastPeriod = (tx: Tx, subscription_id: number) =>
  tx
    .selectFrom('orders')
    .select('period_start')
    .where('subscription_id', '=', subscription_id)
    .where('status', '<>', 'failed')
    .orderBy('period_start', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Finds a pending refund of a charge of the subscription, except for the order `except_id`. */
export const findPendingRefund = (tx: Tx, subscription_id: number, except_id = 0) =>
  tx
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select('refunds.id')
    .where('orders.subscription_id', '=', subscription_id)
    .where('refunds.status', '=', 'pending')
    .where('orders.id', '<>', except_id)
    .where('refunds.reason', '<>', 'undeliverable')
    .executeTakeFirst()

/** Finds the pending or settled refund of a charge. */
export const findChargeRefund = (tx: Tx, order_id: number) =>
  tx
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order_id)
    // Repeats the predicate of the partial index; without it the query scans all refunds.
    .where('kind', '<>', 'points')
    .where('status', '<>', 'failed')
    .executeTakeFirst()

/** Starts the period that a charge has paid. */
export const startPeriod = (
  tx: Tx,
  subscription_id: number,
  order: OrderRow,
  { kind, price, billing_cycle_anchor, period_index }: ChargeRow,
  now: Date,
) =>
  tx
    .updateTable('subscriptions')
    .set((column) => ({
      // Playback after the period's start, while its charge was past due, counts for this period.
      first_used_at: column
        .case()
        .when('first_used_at', '>=', order.period_start)
        .then(column.ref('first_used_at'))
        .end(),
      status: 'active',
      plan_id: order.plan_id,
      next_plan_id: null,
      billing_cycle_anchor,
      period_index,
      period_price: price,
      order_id: order.id,
      pending_order_id: null,
      ended_at: null,
      ...noChargeFailure,
      ...noPlanRequest,
      ...(kind === 'join' ? { started_at: now.toISOString() } : {}),
    }))
    .where('id', '=', subscription_id)
    .execute()

/** The paid period that an upgrade replaced. Instants in ISO 8601, amounts in whole won. */
export type PreviousPeriod = {
  order_id: number
  plan_id: number | null
  /** Name of its plan. */
  name: string
  billing_cycle_anchor: string
  period_index: number
  price: number
  /** Its paid end. */
  until: string
  /** First playback in the period. */
  first_used_at: string | null
}

/** Finds the period that the charge of an order replaced, if it was an upgrade and that period is not refunded. */
export async function findPreviousPeriod(db: Db, order_id: number) {
  const { rows } = await sql<PreviousPeriod>`
    select o.id as order_id, o.plan_id, p.name, c.billing_cycle_anchor, c.period_index, c.price, period_start(c.billing_cycle_anchor, c.period_index + 1) as until,
      up.previous_first_used_at as first_used_at
    from subscription_charges up
    join orders o on o.id = up.previous_order_id and o.status = 'paid' and o.undeliverable_reason is null
    join subscription_charges c on c.order_id = o.id
    join subscription_plans p on p.id = o.plan_id
    where up.order_id = ${order_id}`.execute(db)
  return rows[0]
}

/** Makes an already paid period the current one. */
export async function resumePeriod(
  tx: Tx,
  subscription_id: number,
  period: Omit<PreviousPeriod, 'name' | 'until'>,
): Promise<void> {
  const { order_id, plan_id, billing_cycle_anchor, period_index, price, first_used_at } = period
  await tx
    .updateTable('subscriptions')
    .set({
      status: 'active',
      ended_at: null,
      next_plan_id: null,
      order_id,
      plan_id,
      billing_cycle_anchor,
      period_index,
      period_price: price,
      first_used_at,
      ...noPlanRequest,
      ...noChargeFailure,
    })
    .where('id', '=', subscription_id)
    .execute()
}

/**
 * Restores a subscription that the refund requested at `requested_at` ended. One that had ended before is unchanged.
 */
export const restoreEnded = (
  tx: Tx,
  {
    wallet_id,
    order_id,
    requested_at,
  }: { wallet_id: number; order_id: number; requested_at: string },
) =>
  tx
    .updateTable('subscriptions')
    .set({ status: 'active', ended_at: null })
    .where('wallet_id', '=', wallet_id)
    .where('order_id', '=', order_id)
    .where('status', '=', 'ended')
    .where('ended_at', '>=', requested_at)
    .execute()
