import type { Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import type { Updateable } from 'kysely'

/** Locks the episode that an asset is attached to (`for update`). */
export async function lockEpisode(tx: Tx, id: number) {
  return tx
    .selectFrom('episodes')
    .select(['id', 'is_free', 'thumbnail_key', 'video_state'])
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

/** Detaches an asset from all episodes but the one to keep. */
export async function detachAsset(tx: Tx, assetId: number, keptEpisodeId: number | null) {
  await tx
    .updateTable('episodes')
    .set({ asset_id: null, video_state: 'none' })
    .where('asset_id', '=', assetId)
    .$if(keptEpisodeId !== null, (query) => query.where('id', '<>', keptEpisodeId))
    .execute()
}

/** Sets the poster frame as the thumbnail of episodes that have none. */
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
