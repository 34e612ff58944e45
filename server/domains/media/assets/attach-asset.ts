import type { Tx } from '#server/db/client.ts'
import { lockAsset, updateAsset } from '../asset-queries.ts'
import {
  clearAutomaticStill,
  detachAsset,
  lockEpisode,
  setDefaultThumbnail,
  updateEpisodes,
} from '../episode-queries.ts'
import { enqueueEncryption } from '../encoding/queue-encoding.ts'

/**
 * Attaches an asset to one episode and detaches it from all others; `null` detaches it from all. An asset that is not
 * ready replaces a playing film once it is ready. Its frame becomes the thumbnail unless staff chose one (D-135). Locks the asset and the episode.
 * @returns false if the asset or the episode does not exist.
 */
export async function attachAsset(
  tx: Tx,
  assetId: number,
  episodeId: number | null,
): Promise<boolean> {
  const asset = await lockAsset(tx, assetId)
  if (!asset) return false
  const episode = episodeId === null ? null : await lockEpisode(tx, episodeId)
  if (episode === undefined) return false
  await detachAsset(tx, assetId, episodeId)
  await updateAsset(tx, assetId, { pending_episode_id: null })
  if (!episode) return true
  if (asset.state !== 'ready') {
    await attachToEpisode(tx, assetId, episode.id)
    if (asset.state === 'failed')
      await updateEpisodes(tx, ['asset_id', assetId], { video_state: 'none' })
    return true
  }
  await clearAutomaticStill(tx, episode.id)
  await updateEpisodes(tx, ['id', episode.id], {
    asset_id: assetId,
    video_state: 'ready',
    runtime: Math.round(asset.duration ?? 0),
    orientation: asset.orientation ?? 'horizontal',
  })
  const { poster_key: key, poster_color: color } = asset
  if (key !== null && color !== null) await setDefaultThumbnail(tx, assetId, { key, color })
  // D-41: a paid film is encrypted before its URLs are issued.
  if (!episode.is_free) await enqueueEncryption(tx, assetId)
  return true
}

/**
 * Attaches an asset to an episode. An episode that plays keeps its asset until the new one is ready. Locks the episode.
 * @throws Error if the episode does not exist.
 */
export async function attachToEpisode(tx: Tx, assetId: number, episodeId: number): Promise<void> {
  const episode = await lockEpisode(tx, episodeId)
  if (!episode) throw new Error(`episode ${episodeId} does not exist`)
  if (episode.video_state === 'ready')
    await updateAsset(tx, assetId, { pending_episode_id: episodeId })
  else await updateEpisodes(tx, ['id', episodeId], { asset_id: assetId, video_state: 'preparing' })
}
