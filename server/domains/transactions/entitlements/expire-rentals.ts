import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { sql } from 'kysely'

const batchSize = 500

/** Marks expired rentals as ended (D-51). Reads compare `expires_at` themselves, so the delay of this task has no effect. */
export async function expireRentals(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const expireBatch = () =>
    transact(async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        update purchases set state = 'ended' where id = any(array(
          select id from purchases where state = 'active' and expires_at <= ${now}
          order by expires_at limit ${batchSize} for update skip locked))`.execute(tx)
      return Number(numAffectedRows)
    })
  while (!signal?.aborted && (await expireBatch()) === batchSize);
}
