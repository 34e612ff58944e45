import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { type Rendition, extractFrame } from '#server/adapters/encoder/index.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { readAssetFile } from './asset-files.ts'
import { type StoredImage, storeImage } from '#server/images/store-image.ts'
import { readAssetSecret } from '../encoding/encrypt-asset.ts'

type Parts = {
  db: Db
  files: Storage
  encryption: Pick<Encryption, 'decrypt'>
}

/**
 * Stores a frame of a ready asset as a thumbnail.
 * @param at seconds.
 * @returns undefined if the asset is not ready.
 */
export async function createPosterFromFrame(
  { db, files, encryption }: Parts,
  assetId: number,
  at: number,
): Promise<StoredImage | undefined> {
  const asset = await db
    .selectFrom('media_assets')
    .leftJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select(['renditions', 'preview_duration'])
    .where('id', '=', assetId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  const rendition = (asset?.renditions as unknown as Rendition[] | undefined)?.at(-1)
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
  await tx
    .updateTable('media_assets')
    .set({ poster_key: key, poster_color: color })
    .where('id', '=', assetId)
    .execute()
  await tx
    .updateTable('episodes')
    .set({ thumbnail_key: key, thumbnail_color: color })
    .where('asset_id', '=', assetId)
    .execute()
}
