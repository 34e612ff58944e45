import { rentalHours } from '#contract/money.ts'
import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

const hour = 3_600_000

/**
 * Notes that more than the preview of a bought episode is handed out, before it is (D-42): from then on it is not paid
 * back, and a rental has its 48 hours, also where it is begun in the last minute of its 30 days (D-51). A refund locks the
 * same row; the first commit wins (R3).
 * @returns whether it may be handed out: false where it was paid back or ended meanwhile.
 */
export async function noteHandedOut(tx: Tx, purchase_id: number, now: Date): Promise<boolean> {
  const ends_at = new Date(now.getTime() + rentalHours * hour).toISOString()
  const { rows } = await sql`
    update purchases set
      first_handed_at = coalesce(first_handed_at, ${now}),
      ends_at = case when first_handed_at is null and ends_at is not null then ${ends_at} else ends_at end
    where id = ${purchase_id} and state = 'active' and (ends_at is null or ends_at > ${now})
    returning id`.execute(tx)
  return rows.length > 0
}
