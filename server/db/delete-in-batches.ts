import { type RawBuilder, sql } from 'kysely'
import type { Transact } from './client.ts'

/** Rows of one transaction: no statement comes near its time limit, and nobody waits long behind it. */
const rowsAtOnce = 1_000

/**
 * Deletes the rows of `table` for which `condition` holds, in transactions of 1,000 rows. Passes over rows that another
 * transaction has locked, which takes the right to update them, too.
 * @param signal ends it after the batch that is under way.
 */
export async function deleteInBatches(
  transact: Transact,
  table: string,
  condition: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let deleted = rowsAtOnce
  while (deleted === rowsAtOnce && !signal?.aborted)
    deleted = await transact(async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${condition} limit ${rowsAtOnce} for update skip locked))`.execute(
        tx,
      )
      return Number(numAffectedRows)
    })
}
