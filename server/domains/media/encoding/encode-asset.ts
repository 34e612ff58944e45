import { describeSource, encodeLogCopy } from './encode-log.copy.ts'
import type { JobContext } from '#server/jobs/job-types.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import {
  encode,
  type EncodeOptions,
  EncoderError,
  type EncodeResult,
  InputRejectedError,
  probe,
  sourceNoticeText,
} from '#server/adapters/encoder/index.ts'
import { join } from 'node:path'
import { deleteAssetFiles, syncCaptions } from '../assets/asset-files.ts'
import { watchForCancellation } from '../assets/cancel-asset.ts'
import { storeImage } from '#server/images/store-image.ts'
import {
  assetFolder,
  type AssetFolder,
  deleteUnencryptedFiles,
  encryptAsset,
  type EncryptDependencies,
} from './encrypt-asset.ts'
import {
  type EncodedMetadata,
  lockUnfinishedAsset,
  markReady,
  publishAssetEvent,
  readAsset,
  readHighestQuality,
  recordEncodeError,
  transitionAsset,
  updateEncodeProgress,
} from '../asset-queries.ts'
import { readEncodeLog, upsertEncodeLog } from '../encode-log-queries.ts'
import { clearAutomaticStill, setDefaultThumbnail, updateEpisodes } from '../episode-queries.ts'
import { readCaptionSources } from '../caption-queries.ts'
import { needsEncryption } from '../key-queries.ts'
import type { Database, Tx } from '#server/db/client.ts'

export type EncodeDependencies = EncryptDependencies & {
  clock: Clock
  log: Logger
}

const progressIntervalMs = 700
/** Added to the niceness of the worker: first renditions, for which viewers wait, go before. */
const nice = 9

/**
 * The job that makes an asset playable. A rejected input marks the asset `failed` with a fault code and ends the job.
 * Other errors are thrown, so that the job is retried; after the last attempt the asset fails too.
 */
export async function encodeAsset(
  deps: EncodeDependencies,
  assetId: number,
  job: JobContext,
): Promise<void> {
  const { db, transact, files, clock, log } = deps
  const asset = await readAsset(db, assetId)
  if (!asset || asset.state === 'ready' || asset.state === 'failed' || !asset.source_file) return
  const source = `uploads/${asset.source_file}` as const
  const whole = { id: assetId }
  const folder = `media/${assetFolder(whole)}` as const
  const encodeLog = await openEncodeLog(deps, assetId)
  const cancel = watchForCancellation(deps, assetId)
  const signal = AbortSignal.any([job.signal, cancel.signal])
  encodeLog.append(encodeLogCopy.attempt(job.attempt, asset.source_name))
  try {
    await files.download(source, signal)
    const encoded = await makeRenditions(
      deps,
      assetId,
      files.localPath(source),
      signal,
      encodeLog.append,
    )
    const poster = encoded.poster && join(files.localPath(folder), encoded.poster.path)
    const still = poster === null ? null : await storeImage(files, 'thumbnail', poster)
    const isEncrypted = await needsEncryption(db, assetId)
    if (isEncrypted) await encryptAsset(deps, whole, { duration: encoded.duration, signal })
    else await files.publish(folder, signal)
    const metadata = {
      ...toMetadata(encoded),
      poster_key: still?.key ?? null,
      poster_color: still?.color ?? null,
      automatic_poster_key: still?.key ?? null,
      still_times: encoded.stills,
    }
    await transact(async (tx) => {
      const unfinished = await lockUnfinishedAsset(tx, assetId)
      if (!unfinished) cancel.now()
      cancel.signal.throwIfAborted()
      const replaced = unfinished?.pending_episode_id
      if (replaced) {
        await clearAutomaticStill(tx, replaced)
        await updateEpisodes(tx, ['id', replaced], { asset_id: assetId })
      }
      await markReady(tx, assetId, metadata, clock.now())
      if (still) await setDefaultThumbnail(tx, assetId, still)
    })
    if (isEncrypted) await deleteUnencryptedFiles(deps, whole)
    else await files.releaseLocal(folder)
    await files.remove(source)
    // Captions may have been saved while the film was encoded.
    await syncCaptions(deps, assetId)
    for (const notice of encoded.notices) encodeLog.append(sourceNoticeText(notice))
    encodeLog.append(encodeLogCopy.ready(encoded.duration, encoded.bytes))
    log.info({ asset_id: assetId, duration: encoded.duration, bytes: encoded.bytes }, 'asset ready')
  } catch (error) {
    if (job.signal.aborted) throw error
    if (cancel.signal.aborted) {
      encodeLog.append(encodeLogCopy.cancelled)
      const now = await readAsset(db, assetId)
      // A retried asset belongs to another run.
      if (now?.state === 'failed') await deleteAssetFiles(deps, assetId, null)
      return
    }
    await failOrRetry(deps, { asset, job, encodeLog }, error)
  } finally {
    cancel.stop()
    await encodeLog.close()
    // Open studio pages load the last log lines.
    await transact((tx) => publishAssetEvent(tx, assetId)).catch(() => {})
  }
}

type AssetRow = NonNullable<Awaited<ReturnType<typeof readAsset>>>

/** Marks an asset as failed. @throws the error if the job is to be retried instead */
async function failOrRetry(
  deps: EncodeDependencies,
  { asset, job, encodeLog }: { asset: AssetRow; job: JobContext; encodeLog: EncodeLog },
  error: unknown,
): Promise<void> {
  const { transact, files, clock, log } = deps
  encodeLog.append((error as Error).message)
  const fault = faultOf(error)
  const isLastAttempt = job.attempt >= job.max_attempts
  // `busy`: another worker encodes this asset and will finish it.
  if (!(error instanceof InputRejectedError) && (!isLastAttempt || fault === 'busy')) {
    await transact((tx) => recordEncodeError(tx, asset.id, fault, clock.now())).catch(() => {})
    throw error
  }
  log.warn({ asset_id: asset.id, fault, error: (error as Error).message }, 'asset failed')
  await encodeLog.flush()
  await transact((tx) =>
    transitionAsset(tx, asset.id, { state: 'failed', error_code: fault, now: clock.now() }),
  )
  await deleteAssetFiles(deps, asset.id, asset.keep_source_on_failure ? null : asset.source_file)
  await files.releaseLocal(`uploads/${asset.source_file}`)
}

async function makeRenditions(
  deps: EncodeDependencies,
  assetId: number,
  source: string,
  signal: AbortSignal,
  appendLog: (line: string) => void,
): Promise<EncodeResult> {
  const { transact, clock } = deps
  await transact((tx) => transitionAsset(tx, assetId, { state: 'probing', now: clock.now() }))
  const facts = await probe(source, { signal })
  const { width, height, duration, frame_rate } = facts
  appendLog(
    describeSource({
      container: facts.container,
      size: `${width}x${height}`,
      frames: (frame_rate.num / frame_rate.den).toFixed(3),
      seconds: duration.toFixed(1),
      has_audio: facts.audio !== null,
    }),
  )
  await transact((tx) => transitionAsset(tx, assetId, { state: 'encoding', now: clock.now() }))
  return encodeInto(deps, { id: assetId }, source, facts, {
    nice,
    signal,
    onProgress: progressWriter(deps, (tx, fraction, stage) =>
      updateEncodeProgress(tx, assetId, fraction, stage, clock.now()),
    ),
    onLog: appendLog,
  })
}

/** Encodes a source into a folder of its asset, with the asset's captions, up to the best plan. */
export async function encodeInto(
  { db, files }: Pick<EncodeDependencies, 'db' | 'files'>,
  folder: AssetFolder,
  source: string,
  facts: Awaited<ReturnType<typeof probe>>,
  options: Omit<EncodeOptions, 'captions' | 'max_height'>,
): Promise<EncodeResult> {
  const [captions, max_height] = await Promise.all([
    readCaptionSources(db, folder.id),
    readHighestQuality(db),
  ])
  return encode(source, facts, files.localPath(`media/${assetFolder(folder)}`), {
    ...options,
    max_height,
    captions: captions.map(({ language, label, content }) => ({ language, label, text: content })),
  })
}

/** The fault code of an error; `encoderErrorText` translates it. */
function faultOf(error: unknown): string {
  if (error instanceof InputRejectedError || error instanceof EncoderError) return error.code
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no_space' : 'encoder_failed'
}

/** Saves progress at most every `progressIntervalMs`, one write at a time. Failed writes are logged only. */
export function progressWriter(
  { transact, log }: Pick<EncodeDependencies, 'transact' | 'log'>,
  save: (tx: Tx, fraction: number, stage: string) => Promise<void>,
) {
  let writing = false
  let lastWrite = 0
  return (fraction: number, stage: string) => {
    if (writing || performance.now() - lastWrite < progressIntervalMs) return
    writing = true
    lastWrite = performance.now()
    transact((tx) => save(tx, fraction, stage))
      .catch((error: Error) => log.warn({ error: error.message }, 'saving progress failed'))
      .finally(() => (writing = false))
  }
}

/** The result of an encode, as the asset stores it. */
export function toMetadata(encoded: EncodeResult): EncodedMetadata {
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
    source_notices: encoded.notices,
    storyboard:
      count === 0
        ? null
        : { paths: sheets, interval, columns, rows, tile_width, tile_height, count },
  }
}

const limits = { lines: 200, characters: 500 }
const writeIntervalMs = 1_500

type EncodeLog = {
  append(line: string): void
  /** Saves all lines so far, so that they are readable before the final state is notified. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Opens the log of an asset's encoder. Later runs append; the last 200 lines of 500 characters are kept. */
async function openEncodeLog(
  { db, transact, clock }: Pick<Database, 'db' | 'transact'> & { clock: Clock },
  assetId: number,
): Promise<EncodeLog> {
  const lines = await readEncodeLog(db, assetId)
  let writing: Promise<unknown> = Promise.resolve()
  let changed = false
  const write = () => {
    if (!changed) return
    changed = false
    const copy = [...lines]
    // Errors are ignored: the log is informational, and the asset may have been deleted.
    writing = writing.then(() =>
      transact((tx) => upsertEncodeLog(tx, assetId, copy)).catch(() => {}),
    )
  }
  const flush = async () => {
    write()
    await writing
  }
  const timer = setInterval(write, writeIntervalMs)
  timer.unref()
  return {
    append(line) {
      const plain = line.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, limits.characters)
      lines.push(`${clock.now().toISOString()} ${plain}`)
      if (lines.length > limits.lines) lines.splice(0, lines.length - limits.lines)
      changed = true
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
