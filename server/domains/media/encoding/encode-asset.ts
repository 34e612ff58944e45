import type { JobContext } from '#server/jobs/job-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import {
  encode,
  InputRejectedError,
  type EncodeResult,
  EncoderError,
  probe,
} from '#server/adapters/encoder/index.ts'
import { join } from 'node:path'
import { deleteAssetFiles } from '../assets/asset-files.ts'
import { watchForCancellation } from '../assets/cancel-asset.ts'
import { syncCaptions } from '../assets/captions.ts'
import { openEncodeLog } from './encode-log.ts'
import { storeImage } from '#server/images/store-image.ts'
import {
  assetFolder,
  isPaidAsset,
  encryptAsset,
  type EncryptDependencies,
  deleteUnencryptedFiles,
} from './encrypt-asset.ts'
import {
  type EncodedMetadata,
  finishAsset,
  setDefaultThumbnail,
  transitionAsset,
  updateEncodeProgress,
  recordEncodeError,
  readAsset,
  readCaptionSources,
  publishAssetEvent,
} from '../asset-queries.ts'

export type EncodeDependencies = EncryptDependencies & {
  clock: Clock
  log: Logger
}

/** How often progress is written, in ms: live enough to watch, too seldom to weigh. */
const progressEvery = 700

/**
 * The job that makes an asset playable. A film that cannot be is `failed` with its reason, and the job is done;
 * a fault of ours throws, so that the job is tried again, and after the last attempt the asset fails too.
 */
export async function encodeAsset(
  parts: EncodeDependencies,
  assetId: number,
  tools: JobContext,
): Promise<void> {
  const { db, transact, files, clock, log } = parts
  const asset = await readAsset(db, assetId)
  if (!asset || asset.state === 'ready' || asset.state === 'failed' || !asset.source_file) return
  const source = `uploads/${asset.source_file}` as const
  const folder = `media/${assetFolder(assetId, false)}` as const
  const words = await openEncodeLog(parts, assetId)
  const cancel = watchForCancellation(parts, assetId)
  const signal = AbortSignal.any([tools.signal, cancel.signal])
  words.say(`attempt ${tools.attempt} of ${asset.source_name}`)
  try {
    await files.download(source, signal)
    const encoded = await makeRenditions(parts, assetId, files.localPath(source), signal, words.say)
    const poster = join(files.localPath(folder), encoded.poster.path)
    const thumbnail = await storeImage(files, 'thumbnail', poster)
    const sold = await isPaidAsset(db, assetId)
    if (sold) await encryptAsset(parts, assetId, { duration: encoded.duration, signal })
    else await files.publish(folder, signal)
    const facts = {
      ...factsOf(encoded),
      ...{ poster_key: thumbnail.key, poster_color: thumbnail.color },
    }
    await transact(async (tx) => {
      if (!(await finishAsset(tx, assetId, facts, clock.now()))) cancel.now()
      cancel.signal.throwIfAborted()
      await setDefaultThumbnail(tx, assetId, thumbnail)
    })
    if (sold) await deleteUnencryptedFiles(parts, assetId)
    else await files.releaseLocal(folder)
    await files.remove(source)
    // Captions that came while it was being encoded.
    await syncCaptions(parts, assetId)
    words.say(`ready: ${encoded.duration.toFixed(1)} s of film, ${encoded.bytes} bytes`)
    log.info({ asset_id: assetId, duration: encoded.duration, bytes: encoded.bytes }, 'asset ready')
  } catch (error) {
    if (tools.signal.aborted) throw error
    if (cancel.signal.aborted) {
      words.say('cancelled')
      const now = await readAsset(db, assetId)
      // One that was taken up again meanwhile is another run's.
      if (now?.state === 'failed') await deleteAssetFiles(parts, assetId, null)
      return
    }
    words.say((error as Error).message)
    const fault = faultOf(error)
    const last = tools.attempt >= tools.max_attempts
    // `busy`: somebody else is at work on it, and will bring it to its end.
    if (!(error instanceof InputRejectedError) && (!last || fault === 'busy')) {
      await transact((tx) => recordEncodeError(tx, assetId, fault, clock.now())).catch(() => {})
      throw error
    }
    log.warn({ asset_id: assetId, fault, error: (error as Error).message }, 'asset failed')
    await words.flush()
    await transact((tx) =>
      transitionAsset(tx, assetId, { state: 'failed', fault, now: clock.now() }),
    )
    await deleteAssetFiles(parts, assetId, asset.keeps_source ? null : asset.source_file)
    await files.releaseLocal(source)
  } finally {
    cancel.stop()
    await words.close()
    // Who looks at it has its last words, too.
    await transact((tx) => publishAssetEvent(tx, assetId)).catch(() => {})
  }
}

async function makeRenditions(
  parts: EncodeDependencies,
  assetId: number,
  source: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<EncodeResult> {
  const { db, transact, clock } = parts
  await transact((tx) => transitionAsset(tx, assetId, { state: 'probing', now: clock.now() }))
  const facts = await probe(source, { signal })
  const { width, height, duration, frame_rate } = facts
  say(
    `${facts.container} ${width}x${height}, ${(frame_rate.num / frame_rate.den).toFixed(3)} frames a second, ` +
      `${duration.toFixed(1)} s, ${facts.has_audio ? 'with' : 'no'} sound`,
  )
  await transact((tx) => transitionAsset(tx, assetId, { state: 'encoding', now: clock.now() }))
  const captions = await readCaptionSources(db, assetId)
  return encode(source, facts, parts.files.localPath(`media/${assetFolder(assetId, false)}`), {
    signal,
    captions: captions.map(({ language, label, content }) => ({ language, label, text: content })),
    onProgress: progressWriter(parts, assetId),
    onWords: say,
  })
}

/** A code that `encoderText` has words for. */
function faultOf(error: unknown): string {
  if (error instanceof InputRejectedError || error instanceof EncoderError) return error.code
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no_space' : 'encoder_failed'
}

/** Writes progress at most every `progressEvery` ms, one write at a time; one that fails costs nothing. */
function progressWriter({ transact, clock, log }: EncodeDependencies, assetId: number) {
  let writing = false
  let last = 0
  return (fraction: number, stage: string) => {
    if (writing || performance.now() - last < progressEvery) return
    writing = true
    last = performance.now()
    transact((tx) => updateEncodeProgress(tx, assetId, fraction, stage, clock.now()))
      .catch((error: Error) =>
        log.warn({ asset_id: assetId, error: error.message }, 'saving progress failed'),
      )
      .finally(() => (writing = false))
  }
}

function factsOf(encoded: EncodeResult): EncodedMetadata {
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
        : { paths: sheets, interval, columns, rows, tile_width, tile_height, count },
  }
}
