import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OrderRow } from './orders.ts'

/** Longer than the gateway is waited for: after it, whoever began has died. */
const lostAfter = 45_000

/**
 * First of the three steps (rule 4): commits the intent to have an order paid, before the gateway is asked (P3), and
 * puts in the job that runs the rest should this process die. Whoever calls holds the locks of wallet and order.
 * @param payment_key of the window; null for a charge of a registered card.
 */
export async function reservePayment(
  tx: Tx,
  order: Pick<OrderRow, 'id'>,
  payment_key: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'confirming', confirming_at: now.toISOString(), payment_key })
    .where('id', '=', order.id)
    .execute()
  await enqueueSettling(tx, order.id, new Date(now.getTime() + lostAfter))
}

/** Has an order settled by a job, now or at `run_at`. */
export async function enqueueSettling(tx: Tx, order_id: number, run_at?: Date): Promise<void> {
  await enqueue(
    tx,
    'settle_order',
    { order_id },
    { key: `order:${order_id}`, ...(run_at ? { run_at } : {}) },
  )
}
