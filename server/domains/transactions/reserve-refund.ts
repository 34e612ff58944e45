import type { Refundable } from '#contract/transactions.ts'
import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { OrderRow } from './orders.ts'
import { type RefundRow, reversals } from './reversals.ts'

/** Longer than the gateway is waited for: after it, whoever began has died. */
const lostAfter = 45_000

/**
 * First of the three steps of a refund (R4): takes back what was handed out, and commits the intent before the gateway is
 * asked (P3), with the job that runs the rest should this process die. Wallet and order are locked.
 */
export async function reserveRefund(
  tx: Tx,
  order: OrderRow,
  { won, event_point, paid_point }: Pick<Refundable, 'won' | 'event_point' | 'paid_point'>,
  { reason, now }: { reason: 'requested' | 'staff' | 'withdrawal'; now: Date },
): Promise<RefundRow> {
  const refund = await insertRefund(tx, order, { reason, won, event_point, paid_point, now })
  await reversals[order.kind].revoke(tx, refund, now)
  // One that leaves is not there to wait for it.
  const run_at = reason === 'withdrawal' ? undefined : new Date(now.getTime() + lostAfter)
  await enqueueRefund(tx, refund.id, run_at)
  return refund
}

/** P8: sets out to give back what was paid and cannot be handed out, in the transaction that books it. */
export async function reserveVoidRefund(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const amounts = { won: order.amount, event_point: 0, paid_point: 0 }
  const { id } = await insertRefund(tx, order, { reason: 'void', ...amounts, now })
  await enqueueRefund(tx, id)
}

async function insertRefund(
  tx: Tx,
  { id: order_id, wallet_id, kind, title }: OrderRow,
  {
    now,
    ...columns
  }: Pick<RefundRow, 'reason' | 'won' | 'event_point' | 'paid_point'> & {
    now: Date
  },
): Promise<RefundRow> {
  return (await tx
    .insertInto('refunds')
    .values({ wallet_id, order_id, kind, title, ...columns, requested_at: now.toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow()) as RefundRow
}

/** Has a refund settled by a job, now or at `run_at`. */
export async function enqueueRefund(tx: Tx, refund_id: number, run_at?: Date): Promise<void> {
  await enqueue(
    tx,
    'settle_refund',
    { refund_id },
    { key: `refund:${refund_id}`, ...(run_at ? { run_at } : {}) },
  )
}
