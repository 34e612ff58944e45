import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'
import { lockSubscription, readCharge } from './queries.ts'

/** A period that was paid for, as a subscription stands on it. Instants in ISO 8601, won in whole won. */
type Period = {
  order_id: number
  plan_id: number | null
  anchor: string
  period: number
  price: number
  /** When something was first played in it. */
  played_at: string | null
}

/** The period that a change upward took the place of, its plan's name, and until when it is paid for. */
export type Before = Period & { name: string; until: string }

/** What the charge of an order took the place of, where it was a change upward and that is still paid for. */
export async function findBefore(db: Db, order_id: number): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select o.id as order_id, o.plan_id, p.name, c.anchor, c.period, c.price, period_start(c.anchor, c.period + 1) as until,
      up.from_played_at as played_at
    from subscription_charges up
    join orders o on o.id = up.from_order_id and o.status = 'paid' and o.void_reason is null
    join subscription_charges c on c.order_id = o.id
    join subscription_plans p on p.id = o.plan_id
    where up.order_id = ${order_id}`.execute(db)
  return rows[0]
}

/**
 * D-55: a change upward is paid back, so it is undone: what was credited is there again, as the rest of the period before.
 * The subscription is locked.
 */
export async function undoChange(tx: Tx, subscription_id: number, before: Before): Promise<void> {
  await standOn(tx, subscription_id, before)
}

/**
 * R4: the gateway gives nothing back, so the change holds again, unless the subscription went on to something else
 * meanwhile. What was played since is played in it.
 * @returns whether it holds.
 */
export async function redoChange(
  tx: Tx,
  order: { id: number; wallet_id: number; plan_id: number | null },
  { before, undone_at }: { before: Before; undone_at: string },
): Promise<boolean> {
  const subscription = await lockSubscription(tx, order.wallet_id)
  if (subscription.status === 'new' || subscription.order_id !== before.order_id) return false
  if (subscription.charging_order_id !== null) return false
  const { anchor, period, price } = await readCharge(tx, order.id)
  const { played_at: last } = subscription
  const played_at = last && Date.parse(last) >= Date.parse(undone_at) ? last : null
  const { plan_id, id: order_id } = order
  await standOn(tx, subscription.id, { order_id, plan_id, anchor, period, price, played_at })
  return true
}

async function standOn(tx: Tx, id: number, to: Period): Promise<void> {
  const { order_id, plan_id, anchor, period, price, played_at } = to
  await tx
    .updateTable('subscriptions')
    .set({
      ...{ status: 'active', ended_at: null, next_plan_id: null },
      ...{ order_id, plan_id, anchor, period, period_price: price, played_at },
      ...{ wanted_plan_id: null, agreed_at: null },
      ...{ failed_since: null, failed_at: null, failure_code: null, retry_at: null },
    })
    .where('id', '=', id)
    .execute()
}
