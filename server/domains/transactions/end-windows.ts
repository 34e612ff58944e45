import { sql } from 'kysely'
import type { MoneyParts } from './parts.ts'
import { failures } from './orders.copy.ts'

const atOnce = 500

/** Ends orders that nobody paid while their window was open, so that they say so. One that is being confirmed is passed over. */
export async function endWindows({
  transact,
  clock,
}: Pick<MoneyParts, 'transact' | 'clock'>): Promise<void> {
  const now = clock.now()
  await transact((tx) =>
    sql`update orders set status = 'failed', failure_code = ${failures.window_ended}
        where id in (select id from orders where status = 'created' and window_ends_at <= ${now}
          order by window_ends_at limit ${atOnce} for update skip locked)`.execute(tx),
  )
}
