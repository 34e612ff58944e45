import type { Db, Tx } from '#server/db/client.ts'

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
export async function openManualCase(
  tx: Tx,
  order: { id: number },
  details: Pick<ManualCase, 'kind' | 'payment_key' | 'amount' | 'failure_code'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('manual_cases')
    .values({ ...details, order_id: order.id, opened_at: now.toISOString() })
    .execute()
}

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
