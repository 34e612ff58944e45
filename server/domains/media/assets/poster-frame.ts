import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { extractFrame } from '#server/adapters/encoder/index.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { readAssetFile } from './asset-files.ts'
import { type StoredImage, storeImage } from '#server/images/store-image.ts'
import { readReadyAsset, updateAsset } from '../asset-queries.ts'
import { updateEpisodes } from '../episode-queries.ts'
import { readAssetSecret } from '../key-queries.ts'

/**
 * Stores a frame of a ready asset as a thumbnail.
 * @param at seconds.
 * @returns undefined if the asset is not ready.
 */
export async function createPosterFromFrame(
  { db, files, encryption }: { db: Db; files: Storage; encryption: Pick<Encryption, 'decrypt'> },
  assetId: number,
  at: number,
): Promise<StoredImage | undefined> {
  const asset = await readReadyAsset(db, assetId)
  const rendition = asset?.renditions.at(-1)
  if (!asset || !rendition) return undefined
  const is_protected = asset.preview_duration !== null
  const secret = is_protected ? await readAssetSecret(db, encryption, assetId) : undefined
  const read = (name: string) => readAssetFile({ files }, { id: assetId, is_protected }, name)
  return storeImage(files, 'thumbnail', await extractFrame({ read, rendition, secret }, at))
}

/** Sets the thumbnail of an asset and of the episode that shows it. */
export async function setPoster(
  tx: Tx,
  assetId: number,
  { key, color }: StoredImage,
): Promise<void> {
  await updateAsset(tx, assetId, { poster_key: key, poster_color: color })
  await updateEpisodes(tx, ['asset_id', assetId], { thumbnail_key: key, thumbnail_color: color })
}
