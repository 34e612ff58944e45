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
  // Without their films, because a paid one is not ready before it is encrypted.
  const { rows: preparing } = await sql<{ id: number; asset_id: number | null }>`
    with films as (
      select e.id, e.asset_id from episodes e join series s on s.id = e.series_id
      where s.import_key like 'demo:%' and e.video_state = 'preparing'
    )
    update episodes e set video_state = 'ready', asset_id = null from films
    where e.id = films.id returning e.id, films.asset_id`.execute(tx)
  await run()
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await sql`
    update episodes e set video_state = 'preparing', asset_id = films.asset_id
    from unnest(${ids(preparing)}::int[], ${preparing.map(({ asset_id }) => asset_id)}::int[]) as films (id, asset_id)
    where e.id = films.id`.execute(tx)
  await sql`update series set is_hidden = true where id = any (${ids(hidden)}::int[])`.execute(tx)
}
