import type { Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/**
 * Runs with every work of the demonstration shown and every film counted as ready, because nothing else is sold or
 * announced. Afterwards, in the same transaction, works and episodes are as before.
 */
export async function withReadyCatalogue(tx: Tx, run: () => Promise<void>): Promise<void> {
  const { rows: hidden } = await sql<{ id: number }>`
    update series set is_hidden = false where is_hidden and import_key like 'demo:%' returning id`.execute(
    tx,
  )
  const { rows: preparing } = await sql<{ id: number }>`
    update episodes e set video_state = 'ready' from series s
    where s.id = e.series_id and s.import_key like 'demo:%' and e.video_state = 'preparing'
    returning e.id`.execute(tx)
  await run()
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await sql`update episodes set video_state = 'preparing' where id = any (${ids(preparing)}::int[])`.execute(
    tx,
  )
  await sql`update series set is_hidden = true where id = any (${ids(hidden)}::int[])`.execute(tx)
}
