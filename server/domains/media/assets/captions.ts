import type { Database, Tx } from '#server/db/client.ts'
import { toWebVtt } from '#server/adapters/encoder/index.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { createHash } from 'node:crypto'
import { addAssetFile, readAssetFile } from './asset-files.ts'
import { readCaptionSources, type StoredCaption } from '../asset-queries.ts'

/** Stores the captions of an asset in one language. `syncCaptions` publishes them. */
export async function saveCaption(
  tx: Tx,
  assetId: number,
  caption: { language: string; label: string; content: string },
): Promise<void> {
  const { label, content } = caption
  await tx
    .insertInto('media_caption_sources')
    .values({ asset_id: assetId, ...caption })
    .onConflict((conflict) =>
      conflict.columns(['asset_id', 'language']).doUpdateSet({ label, content }),
    )
    .execute()
}

/** @returns false if the asset has no captions in that language. */
export async function removeCaption(tx: Tx, assetId: number, language: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('media_caption_sources')
    .where('asset_id', '=', assetId)
    .where('language', '=', language)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Publishes the caption sources of a ready asset. Files are immutable, so changed captions get a new name; a second run
 * changes nothing. The encoding job calls this for an asset that is not ready yet.
 */
export async function syncCaptions(
  { db, transact, files }: Pick<Database, 'db' | 'transact'> & { files: Storage },
  assetId: number,
): Promise<void> {
  const asset = await db
    .selectFrom('media_assets')
    .leftJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select(['duration', 'captions', 'preview_duration'])
    .where('id', '=', assetId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!asset) return
  const duration = asset.duration ?? 0
  const stored = asset.captions as unknown as StoredCaption[]
  const folder = { id: assetId, is_protected: asset.preview_duration !== null }
  const captions: StoredCaption[] = []
  for (const { language, label, content } of await readCaptionSources(db, assetId)) {
    const vtt = toWebVtt(content, duration)
    const current = stored.find((one) => one.language === language)
    const currentFile =
      current && (await readAssetFile({ files }, folder, current.path).catch(() => undefined))
    if (current && currentFile?.toString() === vtt) {
      captions.push({ ...current, label })
      continue
    }
    const name = createHash('sha256').update(vtt).digest('hex').slice(0, 12)
    const path = `captions/${language}-${name}.vtt`
    await addAssetFile({ files }, folder, path, vtt)
    // Captions of the preview end with it (D-42).
    if (asset.preview_duration !== null) {
      const previewVtt = toWebVtt(content, asset.preview_duration)
      await addAssetFile({ files }, folder, `preview/${path}`, previewVtt)
    }
    captions.push({ language, label, path })
  }
  await transact((tx) =>
    tx
      .updateTable('media_assets')
      .set({ captions: JSON.stringify(captions) })
      .where('id', '=', assetId)
      .execute(),
  )
}
