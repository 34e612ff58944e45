import { InputRejectedError, probe } from '#server/adapters/encoder/index.ts'
import type { JobContext } from '#server/jobs/job-types.ts'
import { deleteFolder } from '../assets/asset-files.ts'
import { watchForCancellation } from '../assets/cancel-asset.ts'
import { lockUnfinishedAsset, readAsset, type Asset } from '../asset-queries.ts'
import { markFirstRendition, saveFirstRenditionProgress } from '../first-rendition-queries.ts'
import { needsEncryption } from '../key-queries.ts'
import { type EncodeDependencies, encodeInto, progressWriter, toMetadata } from './encode-asset.ts'
import { assetFolder, deleteUnencryptedFiles, encryptAsset } from './encrypt-asset.ts'

/** Pixels times seconds: what is smaller is encoded whole in about the time of a first rendition. */
const minWork = 1280 * 720 * 20

/**
 * The job that makes an asset playable in one small rendition, while all renditions wait in the queue or are encoded. It
 * has a folder of its own, so that players keep it when the film is ready; `runMediaMaintenance` removes it later.
 * Rejected inputs and cancellations are left to `encodeAsset`.
 */
export async function encodeFirstRendition(
  deps: EncodeDependencies,
  id: number,
  job: JobContext,
): Promise<void> {
  const { db, transact, files, log } = deps
  const asset = await readAsset(db, id)
  if (!asset || !needsFirstRendition(asset)) return
  const source = `uploads/${asset.source_file}` as const
  const first = { id, is_first: true }
  const folder = `media/${assetFolder(first)}` as const
  const cancel = watchForCancellation(deps, id)
  const signal = AbortSignal.any([job.signal, cancel.signal])
  try {
    await files.download(source, signal)
    const facts = await probe(files.localPath(source), { signal })
    const isBegun = (await readAsset(db, id))?.state !== 'uploaded'
    if (isBegun && facts.width * facts.height * facts.duration < minWork) return
    const encoded = await encodeInto(deps, first, files.localPath(source), facts, {
      is_first: true,
      preset: 'ultrafast',
      signal,
      onProgress: progressWriter(deps, (tx, fraction) =>
        saveFirstRenditionProgress(tx, id, Math.min(fraction, 0.99)),
      ),
    })
    const isEncrypted = await needsEncryption(db, id)
    if (isEncrypted) await encryptAsset(deps, first, { duration: encoded.duration, signal })
    else await files.publish(folder, signal)
    await transact(async (tx) => {
      const unfinished = await lockUnfinishedAsset(tx, id)
      if (!unfinished || unfinished.pending_episode_id !== null) cancel.now()
      cancel.signal.throwIfAborted()
      await markFirstRendition(tx, id, toMetadata(encoded))
    })
    if (isEncrypted) await deleteUnencryptedFiles(deps, first)
    else await files.releaseLocal(folder)
    log.info({ asset_id: id, bytes: encoded.bytes }, 'first rendition ready')
  } catch (error) {
    if (job.signal.aborted) throw error
    if (cancel.signal.aborted || error instanceof InputRejectedError)
      return await deleteFolder(deps, first)
    throw error
  } finally {
    cancel.stop()
  }
}

const needsFirstRendition = (asset: Asset) =>
  asset.state !== 'ready' &&
  asset.state !== 'failed' &&
  asset.source_file !== null &&
  asset.pending_episode_id === null &&
  asset.first_rendition_progress !== 1
