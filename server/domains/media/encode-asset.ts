import type { JobTools } from '#server/jobs/catalogue.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Log } from '#server/kernel/log.ts'
import {
  encode,
  EncodeRefused,
  type Encoded,
  EncoderFailed,
  probe,
} from '#server/outside/encoder/index.ts'
import { join } from 'node:path'
import { clearAway } from './clear-away.ts'
import { watchForCancel } from './cancel-asset.ts'
import { syncCaptions } from './captions.ts'
import { openEncodeLog } from './encode-log.ts'
import { storePicture } from './pictures.ts'
import { folderOf, isSold, protectAsset, type ProtectParts, removeClear } from './protect-asset.ts'
import {
  type EncodedFacts,
  finishAsset,
  giveThumbnail,
  moveAsset,
  noteProgress,
  noteTrouble,
  readAsset,
  readCaptionSources,
  tellFilm,
} from './queries.ts'

export type EncodeParts = ProtectParts & {
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
  const { db, transact, files, clock, log } = parts
  const asset = await readAsset(db, assetId)
  if (!asset || asset.state === 'ready' || asset.state === 'failed' || !asset.source_file) return
  const source = `uploads/${asset.source_file}` as const
  const folder = `media/${folderOf(assetId, false)}` as const
  const words = await openEncodeLog(parts, assetId)
  const cancel = watchForCancel(parts, assetId)
  const signal = AbortSignal.any([tools.signal, cancel.signal])
  words.say(`attempt ${tools.attempt} of ${asset.source_name}`)
  try {
    await files.borrow(source, signal)
    const encoded = await makeRenditions(parts, assetId, files.here(source), signal, words.say)
    const poster = join(files.here(folder), encoded.poster.path)
    const thumbnail = await storePicture(files, 'thumbnail', poster)
    const sold = await isSold(db, assetId)
    if (sold) await protectAsset(parts, assetId, { duration: encoded.duration, signal })
    else await files.publish(folder, signal)
    const facts = {
      ...factsOf(encoded),
      ...{ poster_key: thumbnail.key, poster_color: thumbnail.color },
    }
    await transact(async (tx) => {
      if (!(await finishAsset(tx, assetId, facts, clock.now()))) cancel.now()
      cancel.signal.throwIfAborted()
      await giveThumbnail(tx, assetId, thumbnail)
    })
    if (sold) await removeClear(parts, assetId)
    else await files.giveBack(folder)
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
      if (now?.state === 'failed') await clearAway(parts, assetId, null)
      return
    }
    words.say((error as Error).message)
    const fault = faultOf(error)
    const last = tools.attempt >= tools.max_attempts
    // `busy`: somebody else is at work on it, and will bring it to its end.
    if (!(error instanceof EncodeRefused) && (!last || fault === 'busy')) {
      await transact((tx) => noteTrouble(tx, assetId, fault, clock.now())).catch(() => {})
      throw error
    }
    log.warn({ asset_id: assetId, fault, error: (error as Error).message }, 'asset failed')
    await words.flush()
    await transact((tx) => moveAsset(tx, assetId, { state: 'failed', fault, now: clock.now() }))
    await clearAway(parts, assetId, asset.keeps_source ? null : asset.source_file)
    await files.giveBack(source)
  } finally {
    cancel.stop()
    await words.close()
    // Who looks at it has its last words, too.
    await transact((tx) => tellFilm(tx, assetId)).catch(() => {})
  }
}

async function makeRenditions(
  parts: EncodeParts,
  assetId: number,
  source: string,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Encoded> {
  const { db, transact, clock } = parts
  await transact((tx) => moveAsset(tx, assetId, { state: 'probing', now: clock.now() }))
  const facts = await probe(source, { signal })
  const { width, height, duration, frame_rate } = facts
  say(
    `${facts.container} ${width}x${height}, ${(frame_rate.num / frame_rate.den).toFixed(3)} frames a second, ` +
      `${duration.toFixed(1)} s, ${facts.has_audio ? 'with' : 'no'} sound`,
  )
  await transact((tx) => moveAsset(tx, assetId, { state: 'encoding', now: clock.now() }))
  const captions = await readCaptionSources(db, assetId)
  return encode(source, facts, parts.files.here(`media/${folderOf(assetId, false)}`), {
    signal,
    captions: captions.map(({ language, label, content }) => ({ language, label, text: content })),
    onProgress: progressWriter(parts, assetId),
    onWords: say,
  })
}

/** A code that `encoderText` has words for. */
function faultOf(error: unknown): string {
  if (error instanceof EncodeRefused || error instanceof EncoderFailed) return error.code
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'no_space' : 'encoder_failed'
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
        : { paths: sheets, interval, columns, rows, tile_width, tile_height, count },
  }
}
