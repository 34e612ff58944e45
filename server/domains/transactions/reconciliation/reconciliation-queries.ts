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
export async function readDailyDifferences(
  db: Db,
  order_ids: readonly string[],
): Promise<DifferenceId[]> {
  const { rows } = await sql<DifferenceId>`
      select d.kind, d.movement, d.order_id, d.transaction_key, d.entry_id
      from reconciliation_differences d join reconciliations r on r.id = d.reconciliation_id
      where r.is_daily and d.order_id = any (${order_ids}::text[])`.execute(db)
  return rows
}

/** @returns the id of the new row; 0 if another worker has stored the same day. */
export async function insertReconciliation(
  tx: Tx,
  run: Insertable<DB['reconciliations']>,
): Promise<number> {
  const inserted = await tx
    .insertInto('reconciliations')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? 0
}

export async function insertDifferences(
  tx: Tx,
  reconciliation_id: number,
  differences: readonly Difference[],
): Promise<void> {
  await tx
    .insertInto('reconciliation_differences')
    .values(differences.map((difference) => ({ ...difference, reconciliation_id })))
    .execute()
}
