import type { Storage } from '#server/adapters/storage/index.ts'
import { assetFolder } from '../encoding/encrypt-asset.ts'
import { rm } from 'node:fs/promises'

/** A ready asset's folder. Its files are immutable; added files have new names. */
export type AssetFolder = { id: number; is_protected: boolean }

type Dependencies = { files: Pick<Storage, 'read' | 'put'> }

const storageKey = ({ id, is_protected }: AssetFolder, name: string) =>
  `media/${assetFolder(id, is_protected)}/${name}` as const

/** @throws Error if the file does not exist. */
export async function readAssetFile(
  { files }: Dependencies,
  folder: AssetFolder,
  name: string,
): Promise<Buffer> {
  const file = await files.read(storageKey(folder, name), Infinity)
  if (!file?.body) throw new Error(`${storageKey(folder, name)} does not exist`)
  return file.body
}

/** Adds a file to the folder atomically. */
export const addAssetFile = (
  { files }: Dependencies,
  folder: AssetFolder,
  name: string,
  text: string,
) => files.put(storageKey(folder, name), Buffer.from(text))

/** Removes the partial output of a failed film and, if given, its source file. */
export async function deleteAssetFiles(
  { files }: { files: Storage },
  assetId: number,
  sourceFile: string | null,
): Promise<void> {
  for (const folder of [assetFolder(assetId, false), assetFolder(assetId, true)]) {
    for (const suffix of ['.work', '.lock'])
      await rm(`${files.localPath(`media/${folder}`)}${suffix}`, { recursive: true, force: true })
    await files.remove(`media/${folder}`)
  }
  if (sourceFile) await files.remove(`uploads/${sourceFile}`)
}
