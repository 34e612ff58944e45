import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderOf } from './protect-asset.ts'

/** A ready asset's folder: what is in it never changes, and what is added has a name that was never used. */
export type AssetFolder = { id: number; is_protected: boolean }

type Parts = { media_dir: string }

export const readAssetFile = ({ media_dir }: Parts, of: AssetFolder, name: string) =>
  readFile(join(media_dir, folderOf(of.id, of.is_protected), name))

/** Puts a file into the folder; it appears whole. */
export async function addAssetFile(
  { media_dir }: Parts,
  of: AssetFolder,
  name: string,
  bytes: string | Uint8Array,
): Promise<void> {
  const path = join(media_dir, folderOf(of.id, of.is_protected), name)
  const part = join(dirname(path), `.${randomUUID()}`)
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(part, bytes)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
