import type { Storage } from '#server/adapters/storage/index.ts'
import { type AssetFolder, assetFolder } from '../encoding/encrypt-asset.ts'
import { rm } from 'node:fs/promises'
import type { Database, Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { extractFrame, toWebVtt } from '#server/adapters/encoder/index.ts'
import { type StoredImage, storeImage } from '#server/images/store-image.ts'
import { readReadyAsset, type StoredCaption, updateAsset } from '../asset-queries.ts'
import { updateEpisodes } from '../episode-queries.ts'
import { readAssetSecret } from '../key-queries.ts'
import { createHash } from 'node:crypto'
import { readCaptionSources } from '../caption-queries.ts'

type Dependencies = { files: Pick<Storage, 'read' | 'put'> }

const storageKey = (folder: AssetFolder, name: string) =>
  `media/${assetFolder(folder)}/${name}` as const

/** @throws Error if the file does not exist. */
async function readAssetFile(
  { files }: Dependencies,
  folder: AssetFolder,
  name: string,
): Promise<Buffer> {
  const file = await files.read(storageKey(folder, name), Infinity)
  if (!file?.body) throw new Error(`${storageKey(folder, name)} does not exist`)
  return file.body
}

/** Adds a file to the folder atomically. */
const addAssetFile = ({ files }: Dependencies, folder: AssetFolder, name: string, text: string) =>
  files.put(storageKey(folder, name), Buffer.from(text))

/** Removes the partial output of a failed film and, if given, its source file. */
export async function deleteAssetFiles(
  { files }: { files: Storage },
  assetId: number,
  sourceFile: string | null,
): Promise<void> {
  for (const is_first of [false, true]) await deleteFolder({ files }, { id: assetId, is_first })
  if (sourceFile) await files.remove(`uploads/${sourceFile}`)
}

/** Removes a folder of an asset, its encrypted one and what is being written to them. */
export async function deleteFolder({ files }: { files: Storage }, folder: AssetFolder) {
  for (const is_protected of [false, true]) {
    const key = `media/${assetFolder({ ...folder, is_protected })}` as const
    for (const suffix of ['.work', '.lock'])
      await rm(`${files.localPath(key)}${suffix}`, { recursive: true, force: true })
    await files.remove(key)
  }
}

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
export async function setPoster(tx: Tx, assetId: number, { key, color }: StoredImage) {
  await updateAsset(tx, assetId, { poster_key: key, poster_color: color })
  await updateEpisodes(tx, ['asset_id', assetId], { thumbnail_key: key, thumbnail_color: color })
}

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
    const current = asset.captions.find((caption) => caption.language === language)
    const currentFile =
      current && (await readAssetFile({ files }, folder, current.path).catch(() => undefined))
    if (current && currentFile?.toString() === vtt) {
      captions.push({ ...current, label })
      continue
    }
    const name = createHash('sha256').update(vtt).digest('hex').slice(0, 12)
    const path = `captions/${language}-${name}.vtt`
    await addAssetFile({ files }, folder, path, vtt)
    // Captions of the preview end with it.
    if (asset.preview_duration !== null) {
      const previewVtt = toWebVtt(content, asset.preview_duration)
      await addAssetFile({ files }, folder, `preview/${path}`, previewVtt)
    }
    captions.push({ language, label, path })
  }
  await transact((tx) => updateAsset(tx, assetId, { captions: JSON.stringify(captions) }))
}
