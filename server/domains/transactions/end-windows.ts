import { sql } from 'kysely'
import type { MoneyParts } from './parts.ts'
import { failures } from './orders.copy.ts'

const atOnce = 500

/** Fails orders that were not paid while their window was open. Passes over one that is being confirmed. */
export async function endWindows(
  { transact, clock }: Pick<MoneyParts, 'transact' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const endSome = () =>
    transact(async (tx) => {
      const { numAffectedRows = 0n } =
        await sql`update orders set status = 'failed', failure_code = ${failures.window_ended}
        where id in (select id from orders where status = 'created' and window_ends_at <= ${now}
          order by window_ends_at limit ${atOnce} for update skip locked)`.execute(tx)
      return Number(numAffectedRows)
    })
  while (!signal?.aborted && (await endSome()) === atOnce);
}
