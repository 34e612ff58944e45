import type { Markers } from '#contract/playback.ts'
import type { Transact } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename, join } from 'node:path'
import { attachToEpisode, insertAsset, insertCaptionSources } from './queries.ts'

export type NewAsset = {
  /** The file as it lies on this machine; it is left where it is. */
  file: string
  /** What people call it; the file's own name unless told. */
  name?: string
  episode_id?: number
  markers?: Markers
  captions?: readonly { language: string; label: string; content: string }[]
  /** Lower is encoded earlier; 0 unless told. */
  priority?: number
}

/**
 * Takes a file in: its own copy first, then asset, captions, episode and the encoding job in one transaction.
 * A run that dies between leaves a copy nobody names, which the next start of a worker removes.
 * @returns the asset's id.
 */
export async function registerAsset(
  parts: { transact: Transact; uploads_dir: string; now: Date },
  asset: NewAsset,
): Promise<number> {
  const { transact, uploads_dir, now } = parts
  await mkdir(uploads_dir, { recursive: true })
  const source_file = randomUUID()
  const copy = join(uploads_dir, source_file)
  await take(asset.file, copy)
  try {
    return await transact(async (tx) => {
      const id = await insertAsset(tx, {
        source_file,
        source_name: asset.name ?? basename(asset.file),
        markers: asset.markers ?? { opening: null, ending_start: null },
        now,
      })
      await insertCaptionSources(tx, id, asset.captions ?? [])
      if (asset.episode_id && !(await attachToEpisode(tx, id, asset.episode_id))) {
        throw new Error(`There is no episode ${asset.episode_id}`)
      }
      await enqueue(
        tx,
        'encode_asset',
        { asset_id: id },
        { key: `encode_asset:${id}`, priority: asset.priority ?? 0, max_attempts: 12 },
      )
      return id
    })
  } catch (error) {
    await rm(copy, { force: true })
    throw error
  }
}

/** A second name where the file system allows (costs nothing), else a copy that appears whole. */
async function take(from: string, to: string) {
  try {
    await link(from, to)
  } catch {
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
  }
}
