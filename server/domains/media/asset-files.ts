import type { Files } from '#server/outside/files/index.ts'
import { folderOf } from './protect-asset.ts'

/** A ready asset's folder: what is in it never changes, and what is added has a name that was never used. */
export type AssetFolder = { id: number; is_protected: boolean }

type Parts = { files: Pick<Files, 'read' | 'put'> }

const nameIn = ({ id, is_protected }: AssetFolder, name: string) =>
  `media/${folderOf(id, is_protected)}/${name}` as const

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
