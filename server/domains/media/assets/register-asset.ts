import type { Markers } from '#contract/playback/playback.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { insertAsset, lockAsset, updateAsset } from '../asset-queries.ts'
import { type CaptionSource, insertCaptionSources } from '../caption-queries.ts'
import {
  enqueueEncoding,
  enqueueEncryption,
  enqueueFirstRendition,
} from '../encoding/queue-encoding.ts'
import {
  clearAutomaticStill,
  detachAsset,
  lockEpisode,
  setDefaultThumbnail,
  updateEpisodes,
} from '../episode-queries.ts'
import { detachTrailer, isFreeForTrailer, updateTrailer } from '../trailer-queries.ts'

export type NewAsset = {
  /** Local path of the file; the file is not moved. */
  file: string
  /** Whether the file is never written again, so that a hard link can replace the copy. */
  is_final?: boolean
  /** Display name; by default the name of the file. */
  name?: string
  /** The episode to attach to: at once, or as soon as the asset is ready if the episode already plays. */
  episode_id?: number
  /** The work whose trailer it becomes. */
  trailer_of?: number | undefined
  markers?: Markers
  captions?: readonly CaptionSource[]
  /** Lower is encoded earlier; 0 by default. A film above 0 has a first rendition only once a viewer waits for it. */
  priority?: number
  /** When all renditions are encoded at the earliest, so that first renditions have the machine until then; at once by default. */
  encode_at?: Date
  /** Whether the source is kept after a failure, so that encoding can be retried. */
  keep_source_on_failure?: boolean
}

/** The path is missing, a folder or a pipe. */
export class NotAFileError extends Error {
  readonly file: string
  constructor(file: string) {
    super(`${file} is not a file`)
    this.file = file
  }
}

/**
 * Imports a file: first a copy in storage, then asset, captions, episode and encoding job in one transaction. A crash
 * between the two leaves an orphaned copy, which `runMediaMaintenance` removes.
 * @param beforeInsert runs in the transaction before the asset is inserted, and returns missing fields such as the id of
 *   a new episode.
 * @param afterInsert runs in the transaction with the id of the asset.
 * @returns the asset's id.
 * @throws NotAFileError; Error if the episode or the work does not exist; errors of the storage and of the file system (`ENOSPC`, `EACCES` …). Nothing is stored then.
 */
export async function registerAsset(
  { transact, files, now }: { transact: Transact; files: Storage; now: Date },
  asset: NewAsset,
  beforeInsert?: (tx: Tx) => Promise<Pick<NewAsset, 'episode_id' | 'trailer_of'>>,
  afterInsert?: (tx: Tx, id: number) => Promise<void>,
): Promise<number> {
  const fileStats = await stat(asset.file).catch(() => undefined)
  if (!fileStats?.isFile()) throw new NotAFileError(asset.file)
  const source_file = randomUUID()
  const copy = `uploads/${source_file}` as const
  await files.import(copy, asset.file, asset)
  try {
    return await transact(async (tx) => {
      const { episode_id, trailer_of } = { ...asset, ...(await beforeInsert?.(tx)) }
      const id = await insertAsset(tx, {
        source_file,
        source_name: asset.name ?? basename(asset.file),
        markers: asset.markers ?? { opening: null, ending_start: null },
        keep_source_on_failure: asset.keep_source_on_failure ?? false,
        now,
      })
      await insertCaptionSources(tx, id, asset.captions ?? [])
      if (episode_id !== undefined) await attachToEpisode(tx, id, episode_id)
      if (trailer_of !== undefined && !(await updateTrailer(tx, trailer_of, id)))
        throw new Error(`work ${trailer_of} does not exist`)
      await enqueueEncoding(tx, id, asset)
      if ((asset.priority ?? 0) <= 0)
        await enqueueFirstRendition(tx, id, { priority: asset.priority })
      await afterInsert?.(tx, id)
      return id
    })
  } catch (error) {
    // `runMediaMaintenance` removes the copy if this fails.
    await files.remove(copy).catch(() => {})
    throw error
  }
}

/**
 * Attaches an asset to one episode and detaches it from all others; `null` detaches it from all. An asset that is not
 * ready replaces a playing film once it is ready. Its frame becomes the thumbnail unless staff chose one
 * (decisions/0019-clips-and-stills). Locks the asset and the episode.
 * @returns false if the asset or the episode does not exist.
 */
export async function attachAsset(tx: Tx, assetId: number, episodeId: number | null) {
  const asset = await lockAsset(tx, assetId)
  if (!asset) return false
  const episode = episodeId === null ? null : await lockEpisode(tx, episodeId)
  if (episode === undefined) return false
  await detachAsset(tx, assetId, episodeId)
  await detachTrailer(tx, assetId)
  await updateAsset(tx, assetId, { pending_episode_id: null })
  if (!episode) return true
  if (asset.state !== 'ready') {
    await attachToEpisode(tx, assetId, episode.id)
    // It may have been made for a free episode, unencrypted; the episode waits for all renditions.
    if (asset.first_rendition_progress !== null)
      await updateAsset(tx, assetId, { first_rendition_progress: null })
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
  // A paid film is encrypted before its URLs are issued (decisions/0027-content-keys).
  if (!episode.is_free) await enqueueEncryption(tx, assetId)
  return true
}

/**
 * Makes an asset the trailer of a work, in any state; `null` removes the trailer. Locks the asset.
 * @returns the reason if it cannot be.
 */
export async function setTrailer(
  tx: Tx,
  series_id: number,
  asset_id: number | null,
): Promise<'not_found' | 'asset_in_use' | undefined> {
  if (asset_id !== null) {
    if (!(await lockAsset(tx, asset_id))) return 'not_found'
    if (!(await isFreeForTrailer(tx, asset_id, series_id))) return 'asset_in_use'
  }
  return (await updateTrailer(tx, series_id, asset_id)) ? undefined : 'not_found'
}

/**
 * Attaches an asset to an episode. An episode that plays keeps its asset until the new one is ready. Locks the episode.
 * @throws Error if the episode does not exist.
 */
async function attachToEpisode(tx: Tx, assetId: number, episodeId: number): Promise<void> {
  const episode = await lockEpisode(tx, episodeId)
  if (!episode) throw new Error(`episode ${episodeId} does not exist`)
  if (episode.video_state === 'ready') {
    await updateAsset(tx, assetId, { pending_episode_id: episodeId })
    return
  }
  await updateEpisodes(tx, ['id', episodeId], { asset_id: assetId, video_state: 'preparing' })
}
