import { type RawBuilder, sql } from 'kysely'
import type { Refund } from '#contract/transactions/transactions.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { TopUpRefundInput } from './refund-policy.ts'

/** A row of `refunds`. */
export type RefundRow = Omit<Refund, 'order_id' | 'succeeded_at'> & {
  wallet_id: number
  order_id: number
}

export async function insertRefund(tx: Tx, refund: Omit<RefundRow, 'id' | 'status'>) {
  return (await tx
    .insertInto('refunds')
    .values(refund)
    .returningAll()
    .executeTakeFirstOrThrow()) as RefundRow
}

export async function readRefundRow(db: Db, id: number): Promise<RefundRow> {
  return (await db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RefundRow
}

/** Settles or fails a pending refund. @returns whether it was still pending. */
export async function closeRefund(
  tx: Tx,
  id: number,
  outcome:
    | { status: 'failed'; failure_code: string }
    | { status: 'succeeded'; succeeded_at: string },
): Promise<boolean> {
  const closed = await tx
    .updateTable('refunds')
    .set(outcome)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/** Records the refunded amount of an order, in won or points. */
export const updateRefundedOrder = (
  tx: Tx,
  id: number,
  refunded: { cancelled_amount: number; status: 'cancelled' | 'partially_cancelled' },
) => tx.updateTable('orders').set(refunded).where('id', '=', id).execute()

export async function hasPendingRefund(db: Db, order_id: number): Promise<boolean> {
  const pending = await db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', order_id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return pending !== undefined
}

/**
 * Bonus columns of `TopUpRefundInput` for a top-up: remaining bonus, bonus spent and not returned, and won deducted for it
 * by earlier refunds.
 * @param order SQL for the id of the top-up's order.
 * @param wallet SQL for the id of its wallet.
 */
export const topUpBonusColumns = (order: RawBuilder<unknown>, wallet: RawBuilder<unknown>) => sql`
  coalesce((select t.remaining from point_lots t where t.order_id = ${order} and t.kind = 'event'), 0) as bonus_remaining,
  coalesce((select -sum(m.change) from point_lots t join point_lot_movements m on m.lot_id = t.id join ledger_entries l on l.id = m.entry_id
    where t.order_id = ${order} and t.kind = 'event'
      and (l.kind = 'purchase' or l.kind = 'refund' and l.source_type = 'refund')), 0)::int as bonus_spent,
  coalesce((select sum(r.paid_point - r.amount) from refunds r
    where r.wallet_id = ${wallet} and r.order_id = ${order} and r.status = 'succeeded'), 0)::int as deducted`

/** Reads what decides the refund of a top-up. */
export async function readTopUpRefundInput(db: Db, order_id: number): Promise<TopUpRefundInput> {
  const { rows } = await sql<TopUpRefundInput>`
    select ${topUpBonusColumns(sql`o.id`, sql`o.wallet_id`)},
      coalesce((select t.remaining from point_lots t where t.order_id = o.id and t.kind = 'paid'), 0) as remaining,
      o.status = 'cancelled' or o.undeliverable_reason is not null as is_cancelled,
      exists (select from refunds r where r.order_id = o.id and r.status = 'pending') as is_refunding
    from orders o where o.id = ${order_id}`.execute(db)
  if (!rows[0]) throw new Error(`There is no order ${order_id}`)
  return rows[0]
}

/** Finds the top-ups of a wallet with points left, or with won deducted for a bonus that may have to be paid back. */
export async function findRefundableTopUps(db: Db, wallet_id: number): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.wallet_id = ${wallet_id} and o.kind = 'points'
      -- A partly refunded top-up may still owe won deducted for its bonus, even with no points left.
      and (o.status = 'partially_cancelled' or exists (select from point_lots t
        where t.order_id = o.id and t.kind = 'paid' and t.remaining > 0))
    order by o.id`.execute(db)
  return rows
}
