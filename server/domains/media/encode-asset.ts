import type { Database } from '#server/db/client.ts'
import type { JobTools } from '#server/jobs/catalogue.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Log } from '#server/kernel/log.ts'
import { encode, EncodeRefused, type Encoded, probe } from '#server/outside/encoder/index.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { storePicture } from './pictures.ts'
import {
  type EncodedFacts,
  finishAsset,
  giveThumbnail,
  moveAsset,
  noteProgress,
  readAsset,
  readCaptionSources,
} from './queries.ts'

export type EncodeParts = Pick<Database, 'db' | 'transact'> & {
  media_dir: string
  uploads_dir: string
  images_dir: string
  clock: Clock
  log: Log
}

/** How often progress is written, in ms: live enough to watch, too seldom to weigh. */
const progressEvery = 700

/**
 * The job that makes an asset playable. A film that cannot be is `failed` with its reason, and the job is done;
 * a fault of ours throws, so that the job is tried again, and after the last attempt the asset fails too.
 */
export async function encodeAsset(
  parts: EncodeParts,
  assetId: number,
  tools: JobTools,
): Promise<void> {
  const { db, transact, clock, log } = parts
  const asset = await readAsset(db, assetId)
  if (!asset || asset.state === 'ready' || asset.state === 'failed' || !asset.source_file) return
  const source = join(parts.uploads_dir, asset.source_file)
  const folder = join(parts.media_dir, String(assetId))
  try {
    await transact((tx) => moveAsset(tx, assetId, { state: 'probing', now: clock.now() }))
    const facts = await probe(source, { signal: tools.signal })
    await transact((tx) => moveAsset(tx, assetId, { state: 'encoding', now: clock.now() }))
    const captions = await readCaptionSources(db, assetId)
    const encoded = await encode(source, facts, folder, {
      signal: tools.signal,
      captions: captions.map(({ language, label, content }) => ({
        language,
        label,
        text: content,
      })),
      onProgress: progressWriter(parts, assetId),
    })
    const thumbnail = await storePicture(
      parts.images_dir,
      'thumbnail',
      join(folder, encoded.poster.path),
    )
    await transact(async (tx) => {
      await giveThumbnail(tx, assetId, thumbnail)
      await finishAsset(tx, assetId, factsOf(encoded), clock.now())
    })
    await rm(source, { force: true })
    log.info({ asset_id: assetId, duration: encoded.duration, bytes: encoded.bytes }, 'asset ready')
  } catch (error) {
    const refused = error instanceof EncodeRefused
    const last = tools.attempt >= tools.max_attempts && !tools.signal.aborted
    if (!refused && !last) throw error
    const fault = refused ? error.code : 'encoder_failed'
    log.warn({ asset_id: assetId, fault, error: (error as Error).message }, 'asset failed')
    await transact((tx) => moveAsset(tx, assetId, { state: 'failed', fault, now: clock.now() }))
    await rm(`${folder}.work`, { recursive: true, force: true })
    await rm(source, { force: true })
  }
}

/** Writes progress at most every `progressEvery` ms, one write at a time; one that fails costs nothing. */
function progressWriter({ transact, clock, log }: EncodeParts, assetId: number) {
  let writing = false
  let last = 0
  return (fraction: number, stage: string) => {
    if (writing || performance.now() - last < progressEvery) return
    writing = true
    last = performance.now()
    transact((tx) => noteProgress(tx, assetId, fraction, stage, clock.now()))
      .catch((error: Error) =>
        log.warn({ asset_id: assetId, error: error.message }, 'progress not written'),
      )
      .finally(() => (writing = false))
  }
}

function factsOf(encoded: Encoded): EncodedFacts {
  const top = encoded.renditions.at(-1)
  const { sheets, interval, columns, rows, tile_width, tile_height, count } = encoded.storyboard
  return {
    duration: encoded.duration,
    orientation: encoded.orientation,
    width: top?.width ?? 0,
    height: top?.height ?? 0,
    has_audio: encoded.has_audio,
    renditions: encoded.renditions,
    captions: encoded.captions,
    storyboard:
      count === 0
        ? null
        : {
            paths: sheets.map((sheet) => (sheet.includes('/') ? sheet : `storyboard/${sheet}`)),
            ...{ interval, columns, rows, tile_width, tile_height, count },
          },
  }
}
