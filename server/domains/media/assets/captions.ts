import type { Database, Tx } from '#server/db/client.ts'
import { toWebVtt } from '#server/adapters/encoder/index.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { createHash } from 'node:crypto'
import { addAssetFile, readAssetFile } from './asset-files.ts'
import { readCaptionSources, type StoredCaption } from '../asset-queries.ts'

/** Sets the captions of an asset in one language. `syncCaptions` then brings them to who watches. */
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

/** @returns false where there are none in that language. */
export async function removeCaption(tx: Tx, assetId: number, language: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('media_caption_sources')
    .where('asset_id', '=', assetId)
    .where('language', '=', language)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Makes what a ready asset shows be what its sources say. Files keep their names for good, so that other captions in
 * the same language have another name; doing it twice does nothing. An asset that is not ready takes them in later.
 */
export async function syncCaptions(
  { db, transact, files }: Pick<Database, 'db' | 'transact'> & { files: Storage },
  assetId: number,
): Promise<void> {
  const asset = await db
    .selectFrom('media_assets')
    .leftJoin('media_keys', 'media_keys.asset_id', 'media_assets.id')
    .select(['duration', 'captions', 'preview_duration'])
    .where('id', '=', assetId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!asset) return
  const duration = asset.duration ?? 0
  const known = asset.captions as unknown as StoredCaption[]
  const folder = { id: assetId, is_protected: asset.preview_duration !== null }
  const captions: StoredCaption[] = []
  for (const { language, label, content } of await readCaptionSources(db, assetId)) {
    const vtt = toWebVtt(content, duration)
    const before = known.find((one) => one.language === language)
    const there =
      before && (await readAssetFile({ files }, folder, before.path).catch(() => undefined))
    if (before && there?.toString() === vtt) {
      captions.push({ ...before, label })
      continue
    }
    const name = createHash('sha256').update(vtt).digest('hex').slice(0, 12)
    const path = `captions/${language}-${name}.vtt`
    await addAssetFile({ files }, folder, path, vtt)
    // Nobody reads on in the captions what he has not paid to hear (D-42).
    if (asset.preview_duration !== null) {
      const cut = toWebVtt(content, asset.preview_duration)
      await addAssetFile({ files }, folder, `preview/${path}`, cut)
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
