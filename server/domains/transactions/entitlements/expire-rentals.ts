import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { sql } from 'kysely'

const atOnce = 500

/** Ends rentals whose time is over (D-51). Readers compare the time themselves, so nothing depends on it. */
export async function expireRentals(
  { transact, clock }: Pick<Database, 'transact'> & { clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const endSome = () =>
    transact(async (tx) => {
      const { numAffectedRows = 0n } = await sql`
        update purchases set state = 'ended' where id = any(array(
          select id from purchases where state = 'active' and ends_at <= ${now}
          order by ends_at limit ${atOnce} for update skip locked))`.execute(tx)
      return Number(numAffectedRows)
    })
  while (!signal?.aborted && (await endSome()) === atOnce);
}
