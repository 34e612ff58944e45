import type { Db, Tx } from '#server/db/client.ts'

/** Money that belongs to somebody, that the gateway does not give back, and that nobody is there to ask for again. */
export type ManualCase = {
  id: number
  /** `refund`: of something that we sold. `payment`: of one that was none of ours. */
  kind: 'refund' | 'payment'
  order_id: string
  payment_key: string
  /** Won. */
  amount: number
  /** The gateway's refusal. */
  failure_code: string
  opened_at: string
}

/** Opens one. It stays in every reconciliation until an operator closes it. */
export async function openManualCase(
  tx: Tx,
  order: { id: number },
  of: Pick<ManualCase, 'kind' | 'payment_key' | 'amount' | 'failure_code'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('open_cases')
    .values({ ...of, order_id: order.id, opened_at: now.toISOString() })
    .execute()
}

/** Those that nobody has closed yet, the oldest first. */
export async function readOpenManualCases(db: Db): Promise<ManualCase[]> {
  return (await db
    .selectFrom('open_cases as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .select(['c.id', 'c.kind', 'o.order_id', 'c.payment_key', 'c.amount', 'c.failure_code'])
    .select('c.opened_at')
    .where('c.closed_at', 'is', null)
    .orderBy('c.id')
    .execute()) as ManualCase[]
}

/** An operator has seen to it. @param note how. @returns whether it was open. */
export async function closeManualCase(
  tx: Tx,
  id: number,
  { note, now }: { note: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('open_cases')
    .set({ closed_at: now.toISOString(), note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
