import type { Markers } from '#contract/contents/playback.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { attachToEpisode, insertAsset, insertCaptionSources } from '../asset-queries.ts'

export type NewAsset = {
  /** The file as it lies on this machine; it is left where it is. */
  file: string
  /** Whether nobody writes into the file again, so that a second name is as good as a copy. */
  is_final?: boolean
  /** What people call it; the file's own name unless told. */
  name?: string
  /** The episode whose picture it becomes: at once, or, where one plays already, as soon as it is ready. */
  episode_id?: number
  markers?: Markers
  captions?: readonly { language: string; label: string; content: string }[]
  /** Lower is encoded earlier; 0 unless told. */
  priority?: number
  /** Whether the source of a film that fails is kept, so that somebody can have it tried again. */
  keeps_source?: boolean
}

/** No file to take in: missing, a folder, a pipe. */
export class NotAFileError extends Error {
  readonly file: string
  constructor(file: string) {
    super(`${file} is not a file`)
    this.file = file
  }
}

/** How often a film is tried before its asset fails: about half a day, time to make room on a full disk. */
const attempts = 12

/**
 * Takes a file in: its own copy first, then asset, captions, episode and the encoding job in one transaction.
 * A run that dies between leaves a copy nobody names, which `tendMedia` removes.
 * @param also what belongs to the same transaction, before the asset: it answers what the asset lacks, such as the
 *   episode it has just made.
 * @param then what belongs to the same transaction, once the asset has its id.
 * @returns the asset's id.
 * @throws NotAFile; FilesAway; what the file system throws (`ENOSPC`, `EACCES` …), with nothing left behind.
 */
export async function registerAsset(
  parts: { transact: Transact; files: Storage; now: Date },
  asset: NewAsset,
  also?: (tx: Tx) => Promise<Pick<NewAsset, 'episode_id'>>,
  then?: (tx: Tx, id: number) => Promise<void>,
): Promise<number> {
  const { transact, files, now } = parts
  const facts = await stat(asset.file).catch(() => undefined)
  if (!facts?.isFile()) throw new NotAFileError(asset.file)
  const source_file = randomUUID()
  const copy = `uploads/${source_file}` as const
  await files.import(copy, asset.file, asset)
  try {
    return await transact(async (tx) => {
      const { episode_id } = { ...asset, ...(await also?.(tx)) }
      const id = await insertAsset(tx, {
        source_file,
        source_name: asset.name ?? basename(asset.file),
        markers: asset.markers ?? { opening: null, ending_start: null },
        keeps_source: asset.keeps_source ?? false,
        now,
      })
      await insertCaptionSources(tx, id, asset.captions ?? [])
      if (episode_id !== undefined) await attachToEpisode(tx, id, episode_id)
      await enqueueEncoding(tx, id, asset.priority)
      await then?.(tx, id)
      return id
    })
  } catch (error) {
    // What cannot be removed now is found by `tendMedia`.
    await files.remove(copy).catch(() => {})
    throw error
  }
}

/** Names the job that brings an asset to its end. */
export function encodeJobKey(assetId: number): string {
  return `encode_asset:${assetId}`
}

/** Puts the job in that brings an asset to its end. */
export const enqueueEncoding = (tx: Tx, asset_id: number, priority = 0) =>
  enqueue(
    tx,
    'encode_asset',
    { asset_id },
    { key: encodeJobKey(asset_id), priority, max_attempts: attempts },
  )
