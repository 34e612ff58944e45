import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes what a film that failed has left: what was encoded of it so far, and the copy of its file where told. */
export async function clearAway(
  parts: { media_dir: string; uploads_dir: string },
  assetId: number,
  sourceFile: string | null,
): Promise<void> {
  const folder = join(parts.media_dir, String(assetId))
  for (const path of [`${folder}.work`, `${folder}.lock`, folder, `${folder}p.work`, `${folder}p`])
    await rm(path, { recursive: true, force: true })
  if (sourceFile) await rm(join(parts.uploads_dir, sourceFile), { force: true })
}
