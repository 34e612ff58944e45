import type { Caller } from '#server/kernel/handler.ts'
import * as z from 'zod/mini'
import { OrderId } from '#contract/transactions.ts'
import { enqueueSettling } from './reserve-payment.ts'

const Hint = z.object({ orderId: OrderId })

/**
 * A webhook is a hint: anybody may send one. It has an order that waits to be certain looked at sooner, by reading the
 * gateway; what it says itself is believed in nothing. One that is being asked about has its asker, and a job behind him.
 */
export async function hearGateway({
  db,
  transact,
  body,
}: Pick<Caller, 'db' | 'transact'> & {
  body: { eventType: string; data: Record<string, unknown> }
}): Promise<void> {
  const hint = Hint.safeParse(body.data)
  if (body.eventType !== 'PAYMENT_STATUS_CHANGED' || !hint.success) return
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('order_id', '=', hint.data.orderId)
    .where('status', '=', 'unknown')
    .executeTakeFirst()
  if (order) await transact((tx) => enqueueSettling(tx, order.id))
}
