import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/**
 * Notes that something was handed out by the plan, before it is: from then on the charge is not paid back (D-55). A refund
 * locks the same row, and the first commit wins (R3): ask for the entitlement after this, in the same transaction. What
 * is played after the period's end, while its charge is under way or owed, counts for the period that is paid for it.
 */
export async function notePlayed(tx: Tx, wallet_id: number, now: Date): Promise<void> {
  await sql`
    update subscriptions set played_at = ${now}
    where wallet_id = ${wallet_id} and status in ('active', 'past_due')
      and (played_at is null or played_at < period_end and period_end <= ${now})`.execute(tx)
}
