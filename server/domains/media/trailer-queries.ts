import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** The asset of a work's trailer in any state; null if it has none. */
export async function readTrailerAssetId(db: Db, series_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('series')
    .select('trailer_asset_id')
    .where('id', '=', series_id)
    .executeTakeFirst()
  return row?.trailer_asset_id ?? null
}

/** Whether an asset may become the trailer of a work: it is not encrypted, and nothing else shows it. */
export async function isFreeForTrailer(tx: Tx, asset_id: number, series_id: number) {
  const { rows } = await sql`
    select from media_assets a
    where a.id = ${asset_id} and a.pending_episode_id is null
      and not exists (select from content_keys k where k.asset_id = a.id)
      and not exists (select from episodes e where e.asset_id = a.id)
      and not exists (select from series s where s.trailer_asset_id = a.id and s.id <> ${series_id})`.execute(
    tx,
  )
  return rows.length > 0
}

/** @returns false if the work does not exist. */
export async function updateTrailer(tx: Tx, series_id: number, asset_id: number | null) {
  const result = await tx
    .updateTable('series')
    .set({ trailer_asset_id: asset_id })
    .where('id', '=', series_id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removes an asset that an episode is about to show from the work whose trailer it is. */
export async function detachTrailer(tx: Tx, asset_id: number) {
  await tx
    .updateTable('series')
    .set({ trailer_asset_id: null })
    .where('trailer_asset_id', '=', asset_id)
    .execute()
}
