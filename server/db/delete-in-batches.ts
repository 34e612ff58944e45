import { type RawBuilder, sql } from 'kysely'
import type { Transact } from './client.ts'

/** Rows per transaction: well within the statement timeout, with short locks. */
const batchSize = 1_000

/**
 * Deletes the rows of `table` that match `condition`, in transactions of 1,000 rows. Skips rows locked by other
 * transactions; `for update` requires the update privilege.
 * @param signal stops after the current batch
 */
export async function deleteInBatches(
  transact: Transact,
  table: string,
  condition: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let deleted = batchSize
  while (deleted === batchSize && !signal?.aborted)
    deleted = await transact(async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition} limit ${batchSize} for update skip locked))`.execute(
        tx,
      )
      return Number(numAffectedRows)
    })
}
