import type { Files } from '#server/outside/files/index.ts'
import { rm } from 'node:fs/promises'
import { folderOf } from './protect-asset.ts'

/** Removes what a film that failed has left: what was encoded of it so far, and the copy of its file where told. */
export async function clearAway(
  { files }: { files: Files },
  assetId: number,
  sourceFile: string | null,
): Promise<void> {
  for (const folder of [folderOf(assetId, false), folderOf(assetId, true)]) {
    for (const left of ['.work', '.lock'])
      await rm(`${files.here(`media/${folder}`)}${left}`, { recursive: true, force: true })
    await files.remove(`media/${folder}`)
  }
  if (sourceFile) await files.remove(`uploads/${sourceFile}`)
}
