import type { Database } from '#server/db/client.ts'
import { toWebVtt } from '#server/adapters/encoder/index.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { createHash } from 'node:crypto'
import { addAssetFile, readAssetFile } from './asset-files.ts'
import { readReadyAsset, type StoredCaption, updateAsset } from '../asset-queries.ts'
import { readCaptionSources } from '../caption-queries.ts'

/**
 * Publishes the caption sources of a ready asset. Files are immutable, so changed captions get a new name; a second run
 * changes nothing. The encoding job calls this for an asset that is not ready yet.
 */
export async function syncCaptions(
  { db, transact, files }: Pick<Database, 'db' | 'transact'> & { files: Storage },
  assetId: number,
): Promise<void> {
  const asset = await readReadyAsset(db, assetId)
  if (!asset) return
  const folder = { id: assetId, is_protected: asset.preview_duration !== null }
  const captions: StoredCaption[] = []
  for (const { language, label, content } of await readCaptionSources(db, assetId)) {
    const vtt = toWebVtt(content, asset.duration)
    const current = asset.captions.find((one) => one.language === language)
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
  await transact((tx) => updateAsset(tx, assetId, { captions: JSON.stringify(captions) }))
}
