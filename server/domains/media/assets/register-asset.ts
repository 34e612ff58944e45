import type { Markers } from '#contract/contents/playback.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { insertAsset } from '../asset-queries.ts'
import { type CaptionSource, insertCaptionSources } from '../caption-queries.ts'
import { enqueueEncoding } from '../encoding/queue-encoding.ts'
import { attachToEpisode } from './attach-asset.ts'

export type NewAsset = {
  /** Local path of the file; the file is not moved. */
  file: string
  /** Whether the file is never written again, so that a hard link can replace the copy. */
  is_final?: boolean
  /** Display name; by default the name of the file. */
  name?: string
  /** The episode to attach to: at once, or as soon as the asset is ready if the episode already plays. */
  episode_id?: number
  markers?: Markers
  captions?: readonly CaptionSource[]
  /** Lower is encoded earlier; 0 by default. */
  priority?: number
  /** When the queue encodes it if the caller has not done so by then; at once by default. */
  encode_at?: Date
  /** Whether the source is kept after a failure, so that encoding can be retried. */
  keep_source_on_failure?: boolean
}

/** The path is missing, a folder or a pipe. */
export class NotAFileError extends Error {
  readonly file: string
  constructor(file: string) {
    super(`${file} is not a file`)
    this.file = file
  }
}

/**
 * Imports a file: first a copy in storage, then asset, captions, episode and encoding job in one transaction. A crash
 * between the two leaves an orphaned copy, which `runMediaMaintenance` removes.
 * @param beforeInsert runs in the transaction before the asset is inserted, and returns missing fields such as the id of
 *   a new episode.
 * @param afterInsert runs in the transaction with the id of the asset.
 * @returns the asset's id.
 * @throws NotAFileError; errors of the storage and of the file system (`ENOSPC`, `EACCES` …). Nothing is stored then.
 */
export async function registerAsset(
  { transact, files, now }: { transact: Transact; files: Storage; now: Date },
  asset: NewAsset,
  beforeInsert?: (tx: Tx) => Promise<Pick<NewAsset, 'episode_id'>>,
  afterInsert?: (tx: Tx, id: number) => Promise<void>,
): Promise<number> {
  const fileStats = await stat(asset.file).catch(() => undefined)
  if (!fileStats?.isFile()) throw new NotAFileError(asset.file)
  const source_file = randomUUID()
  const copy = `uploads/${source_file}` as const
  await files.import(copy, asset.file, asset)
  try {
    return await transact(async (tx) => {
      const { episode_id } = { ...asset, ...(await beforeInsert?.(tx)) }
      const id = await insertAsset(tx, {
        source_file,
        source_name: asset.name ?? basename(asset.file),
        markers: asset.markers ?? { opening: null, ending_start: null },
        keep_source_on_failure: asset.keep_source_on_failure ?? false,
        now,
      })
      await insertCaptionSources(tx, id, asset.captions ?? [])
      if (episode_id !== undefined) await attachToEpisode(tx, id, episode_id)
      await enqueueEncoding(tx, id, { priority: asset.priority, run_at: asset.encode_at })
      await afterInsert?.(tx, id)
      return id
    })
  } catch (error) {
    // `runMediaMaintenance` removes the copy if this fails.
    await files.remove(copy).catch(() => {})
    throw error
  }
}
