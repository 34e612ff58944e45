import type { Tx } from '#server/db/client.ts'
import type { Markers } from '#contract/contents/playback.ts'
import { enqueueEncryption } from '../encoding/encrypt-asset.ts'
import { encodeJobKey } from './register-asset.ts'
import { attachToEpisode, deleteJob } from '../asset-queries.ts'

/**
 * Has an episode show an asset, and no other episode show it; `null`: none does. One that is not ready takes the place
 * of a film that plays once it is.
 * @returns false where there is no such asset or episode.
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
    .set({ replaces_for: null })
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
  // D-41: what is sold lies enciphered before anybody is given its address.
  if (!episode.is_free) await enqueueEncryption(tx, assetId)
  return true
}

/** @returns false where there is no such asset. */
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
 * Takes an asset that no episode shows out of the books. Its files are for `clearAway` once that is committed.
 * @returns the name of its source, should it have one; undefined where it is shown, or is not there.
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
