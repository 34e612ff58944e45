import type { Storage } from '#server/adapters/storage/index.ts'
import { assetFolder } from '../encoding/encrypt-asset.ts'
import { rm } from 'node:fs/promises'

/** A ready asset's folder: what is in it never changes, and what is added has a name that was never used. */
export type AssetFolder = { id: number; is_protected: boolean }

type Parts = { files: Pick<Storage, 'read' | 'put'> }

const nameIn = ({ id, is_protected }: AssetFolder, name: string) =>
  `media/${assetFolder(id, is_protected)}/${name}` as const

/** @throws an error where there is no such file. */
export async function readAssetFile(
  { files }: Parts,
  of: AssetFolder,
  name: string,
): Promise<Buffer> {
  const found = await files.read(nameIn(of, name), Infinity)
  if (!found?.body) throw new Error(`${nameIn(of, name)} is not there`)
  return found.body
}

/** Puts a file into the folder; it appears whole. */
export const addAssetFile = ({ files }: Parts, of: AssetFolder, name: string, text: string) =>
  files.put(nameIn(of, name), Buffer.from(text))

/** Removes what a film that failed has left: what was encoded of it so far, and the copy of its file where told. */
export async function deleteAssetFiles(
  { files }: { files: Storage },
  assetId: number,
  sourceFile: string | null,
): Promise<void> {
  for (const folder of [assetFolder(assetId, false), assetFolder(assetId, true)]) {
    for (const left of ['.work', '.lock'])
      await rm(`${files.localPath(`media/${folder}`)}${left}`, { recursive: true, force: true })
    await files.remove(`media/${folder}`)
  }
  if (sourceFile) await files.remove(`uploads/${sourceFile}`)
}
