import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql } from 'kysely'
import type { Difference, LedgerPayment } from './match-transactions.ts'

/** Reads the end of the last day that a daily run has stored. */
export async function readLastDailyEnd(db: Db): Promise<Date | undefined> {
  const last = await db
    .selectFrom('reconciliations')
    .select('to_at')
    .where('is_daily', '=', true)
    .orderBy('to_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && new Date(last.to_at)
}

/** Reads ledger entries with won: all entries of the orders in `order_ids` and of orders with an entry in the period. */
export async function readLedgerPayments(
  db: Db,
  { from, to, order_ids }: { from: Date; to: Date; order_ids: readonly string[] },
): Promise<LedgerPayment[]> {
  const { rows } = await sql<LedgerPayment>`
    select l.id as entry_id, o.order_id, case when l.amount_krw > 0 then 'payment' else 'cancel' end as movement,
      abs(l.amount_krw) as amount, l.created_at
    from ledger_entries l join orders o on o.id = l.order_id
    where l.amount_krw <> 0 and l.order_id = any (array(
      select order_id from ledger_entries where amount_krw <> 0 and created_at >= ${from} and created_at < ${to}
      union select id from orders where order_id = any (${order_ids}::text[])))
    order by l.id`.execute(db)
  return rows
}

/** Reads the ids of orders with a pending payment, refund or unmatched payment. */
export async function readPendingOrderIds(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from orders where status in ('confirming', 'unknown')
    union select o.order_id from refunds r join orders o on o.id = r.order_id where r.status = 'pending'
    union select o.order_id from unmatched_payments t join orders o on o.id = t.order_id where t.status = 'pending'`.execute(
    db,
  )
  return new Set(rows.map(({ order_id }) => order_id))
}

/** The columns that identify a difference. */
export type DifferenceId = Pick<
  Difference,
  'kind' | 'movement' | 'order_id' | 'transaction_key' | 'entry_id'
>

/** Reads the differences of the orders that daily runs have stored. */
export async function readDailyDifferences(db: Db, order_ids: readonly string[]) {
  const { rows } = await sql<DifferenceId>`
      select d.kind, d.movement, d.order_id, d.transaction_key, d.entry_id
      from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
      where r.is_daily and d.order_id = any (${order_ids}::text[])`.execute(db)
  return rows
}

/** @returns the id of the new row; 0 if another worker has stored the same day. */
export async function insertReconciliation(tx: Tx, run: Insertable<DB['reconciliations']>) {
  const inserted = await tx
    .insertInto('reconciliations')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? 0
}

export const insertDifferences = (
  tx: Tx,
  reconciliation_id: number,
  differences: readonly Difference[],
) =>
  tx
    .insertInto('reconciliation_differences')
    .values(differences.map((difference) => ({ ...difference, reconciliation_id })))
    .execute()

/** A refund that the gateway declined and no member can request again; an operator has to resolve it. */
export type ManualCase = {
  id: number
  /** `refund`: refund of an order. `payment`: cancel of an unmatched payment. */
  kind: 'refund' | 'payment'
  order_id: string
  payment_key: string
  /** Won. */
  amount: number
  /** Decline code of the gateway. */
  failure_code: string
  opened_at: string
}

/** Opens a case. Every reconciliation lists it until an operator closes it. */
export const openManualCase = (
  tx: Tx,
  order: { id: number },
  details: Pick<ManualCase, 'kind' | 'payment_key' | 'amount' | 'failure_code'>,
  now: Date,
) =>
  tx
    .insertInto('manual_cases')
    .values({ ...details, order_id: order.id, opened_at: now.toISOString() })
    .execute()

/** Reads the open cases, oldest first. */
export const readOpenManualCases = (db: Db): Promise<ManualCase[]> =>
  db
    .selectFrom('manual_cases as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .select(['c.id', 'c.kind', 'o.order_id', 'c.payment_key', 'c.amount', 'c.failure_code'])
    .select('c.opened_at')
    .where('c.closed_at', 'is', null)
    .orderBy('c.id')
    .$castTo<ManualCase>()
    .execute()

/**
 * Closes a case.
 * @param note how the operator resolved it.
 * @returns whether the case was open.
 */
export async function closeManualCase(
  tx: Tx,
  id: number,
  { note, now }: { note: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('manual_cases')
    .set({ closed_at: now.toISOString(), note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type PaymentGauges = {
  orders_unknown: number
  orders_unknown_oldest_seconds: number
  reconciliation_differences: number
  /** Null before the first scheduled reconciliation. */
  reconciliation_age_seconds: number | null
}

export async function readPaymentGauges(db: Db, now: Date): Promise<PaymentGauges> {
  const { rows } = await sql<PaymentGauges>`
    select o.count as orders_unknown, o.oldest as orders_unknown_oldest_seconds,
      coalesce((select count(*)::int from reconciliation_differences d where d.reconciliation_id = r.id), 0)
        as reconciliation_differences,
      extract(epoch from ${now}::timestamptz - r.run_at)::float as reconciliation_age_seconds
    from
      (select count(*)::int, coalesce(extract(epoch from ${now}::timestamptz - min(processing_started_at)), 0)::float as oldest
       from orders where status in ('confirming', 'unknown')) as o
      left join lateral (select id, run_at from reconciliations where is_daily order by to_at desc limit 1) as r on true`.execute(
    db,
  )
  return rows[0]!
}
