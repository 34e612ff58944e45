import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** More than there are rules. The limit protects the table, because the port that receives alerts has no password. */
const maxAlerts = 200

export async function upsertAlert(
  tx: Tx,
  alert: {
    name: string
    severity: string
    is_firing: boolean
    started_at: string
    received_at: string
  },
): Promise<void> {
  await tx
    .insertInto('received_alerts')
    .values(alert)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(alert))
    .execute()
}

/** Deletes the oldest alerts beyond the limit. */
export async function deleteSurplusAlerts(tx: Tx): Promise<void> {
  await sql`delete from received_alerts where name in (
    select name from received_alerts order by received_at desc, name offset ${maxAlerts})`.execute(
    tx,
  )
}
