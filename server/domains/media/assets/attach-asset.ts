import type { Tx } from '#server/db/client.ts'
import type { Markers } from '#contract/contents/playback.ts'
import { enqueueEncryption } from '../encoding/encrypt-asset.ts'
import { encodeJobKey } from './register-asset.ts'
import { attachToEpisode, deleteJob } from '../asset-queries.ts'

/**
 * Attaches an asset to one episode and detaches it from all others; `null` detaches it from all. An asset that is not
 * ready replaces a playing film once it is ready. Locks the asset and the episode.
 * @returns false if the asset or the episode does not exist.
 */
export async function attachAsset(
  tx: Tx,
  assetId: number,
  episodeId: number | null,
): Promise<boolean> {
  const asset = await tx
    .selectFrom('media_assets')
    .select(['state', 'duration', 'orientation', 'poster_key', 'poster_color'])
    .where('id', '=', assetId)
    .forUpdate()
    .executeTakeFirst()
  if (!asset) return false
  const episode =
    episodeId === null
      ? null
      : await tx
          .selectFrom('episodes')
          .select(['id', 'is_free', 'thumbnail_key'])
          .where('id', '=', episodeId)
          .forUpdate()
          .executeTakeFirst()
  if (episode === undefined) return false
  await tx
    .updateTable('episodes')
    .set({ asset_id: null, video_state: 'none' })
    .where('asset_id', '=', assetId)
    .$if(episodeId !== null, (query) => query.where('id', '<>', episodeId))
    .execute()
  await tx
    .updateTable('media_assets')
    .set({ pending_episode_id: null })
    .where('id', '=', assetId)
    .execute()
  if (!episode) return true
  if (asset.state !== 'ready') {
    await attachToEpisode(tx, assetId, episode.id)
    if (asset.state === 'failed')
      await tx
        .updateTable('episodes')
        .set({ video_state: 'none' })
        .where('asset_id', '=', assetId)
        .execute()
    return true
  }
  await tx
    .updateTable('episodes')
    .set({
      asset_id: assetId,
      video_state: 'ready',
      runtime: Math.round(asset.duration ?? 0),
      orientation: asset.orientation ?? 'horizontal',
      ...(episode.thumbnail_key === null && asset.poster_key && asset.poster_color
        ? { thumbnail_key: asset.poster_key, thumbnail_color: asset.poster_color }
        : {}),
    })
    .where('id', '=', episode.id)
    .execute()
  // D-41: a paid film is encrypted before its URLs are issued.
  if (!episode.is_free) await enqueueEncryption(tx, assetId)
  return true
}

/** @returns false if the asset does not exist. */
export async function setMarkers(tx: Tx, assetId: number, markers: Markers): Promise<boolean> {
  const result = await tx
    .updateTable('media_assets')
    .set({
      opening_start: markers.opening?.start ?? null,
      opening_end: markers.opening?.end ?? null,
      ending_start: markers.ending_start,
    })
    .where('id', '=', assetId)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Deletes the row and the job of an asset that failed or that no episode shows. After the commit the caller removes the
 * files with `deleteAssetFiles`.
 * @returns the name of its source file, if any; undefined if the asset is in use or does not exist.
 */
export async function deleteAsset(
  tx: Tx,
  id: number,
): Promise<{ source_file: string | null } | undefined> {
  await deleteJob(tx, encodeJobKey(id))
  return tx
    .deleteFrom('media_assets')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom, or, eb }) =>
      or([
        eb('state', '=', 'failed'),
        not(exists(selectFrom('episodes').select('id').where('asset_id', '=', id))),
      ]),
    )
    .returning('source_file')
    .executeTakeFirst()
}
