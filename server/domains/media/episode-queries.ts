import type { Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { sql, type Updateable } from 'kysely'

/** Locks the episode that an asset is attached to (`for update`). */
export async function lockEpisode(tx: Tx, id: number) {
  return tx
    .selectFrom('episodes')
    .select(['id', 'is_free', 'video_state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Updates one episode, or all that show an asset. */
export async function updateEpisodes(
  tx: Tx,
  [column, id]: ['id' | 'asset_id', number],
  values: Updateable<DB['episodes']>,
): Promise<void> {
  await tx.updateTable('episodes').set(values).where(column, '=', id).execute()
}

/** Detaches an asset from all episodes but the one to keep. Its frames go with it, pictures that staff uploaded stay. */
export async function detachAsset(tx: Tx, assetId: number, keptEpisodeId: number | null) {
  await sql`
    update episodes e set asset_id = null, video_state = 'none',
      thumbnail_key = case when e.thumbnail_key in (a.poster_key, a.automatic_poster_key) then null
        else e.thumbnail_key end
    from media_assets a
    where a.id = ${assetId} and e.asset_id = a.id and e.id is distinct from ${keptEpisodeId}`.execute(
    tx,
  )
}

/** Removes the thumbnail of an episode whose film is about to be replaced, if the encoder chose it. */
export async function clearAutomaticStill(tx: Tx, id: number) {
  await sql`
    update episodes e set thumbnail_key = null from media_assets a
    where e.id = ${id} and a.id = e.asset_id and e.thumbnail_key = a.automatic_poster_key`.execute(
    tx,
  )
}

/** Sets the poster of an asset as the thumbnail of its episodes that have none. */
export async function setDefaultThumbnail(
  tx: Tx,
  assetId: number,
  picture: { key: string; color: string },
) {
  await tx
    .updateTable('episodes')
    .set({ thumbnail_key: picture.key, thumbnail_color: picture.color })
    .where('asset_id', '=', assetId)
    .where('thumbnail_key', 'is', null)
    .execute()
}
