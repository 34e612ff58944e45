import type { Db, Tx } from '#server/db/client.ts'
import {
  deleteUnusedAsset,
  readAsset,
  resetFailedAsset,
  transitionAsset,
} from '../asset-queries.ts'
import { deleteJob } from '../encode-queue-queries.ts'
import { enqueueEncoding, encodeJobKey } from '../encoding/queue-encoding.ts'

/** Short enough that a cancellation in the studio appears immediate. */
const pollIntervalMs = 400

/** Polls the asset and aborts `signal` once it is ready, failed or deleted by another transaction. */
export function watchForCancellation({ db }: { db: Db }, assetId: number) {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('cancelled'))
  let isPolling = false
  const timer = setInterval(() => {
    if (isPolling) return
    isPolling = true
    readAsset(db, assetId)
      .then((asset) => {
        if (!asset || asset.state === 'failed' || asset.state === 'ready') abort()
      })
      // A failed read does not cancel the run.
      .catch(() => {})
      .finally(() => (isPolling = false))
  }, pollIntervalMs)
  return { signal: controller.signal, now: abort, stop: () => clearInterval(timer) }
}

/** Cancels the encoding of an asset; a running job stops within half a second. @returns false if it is finished. */
export async function cancelAsset(tx: Tx, id: number, now: Date): Promise<boolean> {
  await deleteJob(tx, encodeJobKey(id))
  return transitionAsset(tx, id, { state: 'failed', error_code: 'cancelled', now })
}

/** Queues a failed film again. @returns false if it did not fail or its source is gone. */
export async function retryAsset(tx: Tx, id: number, now: Date): Promise<boolean> {
  if (!(await resetFailedAsset(tx, id, now))) return false
  await enqueueEncoding(tx, id)
  return true
}

/**
 * Deletes the row and the job of an asset that failed or that nothing shows. After the commit the caller removes the
 * files with `deleteAssetFiles`.
 * @returns the name of its source file, if any; undefined if the asset is in use or does not exist.
 */
export async function deleteAsset(
  tx: Tx,
  id: number,
): Promise<{ source_file: string | null } | undefined> {
  await deleteJob(tx, encodeJobKey(id))
  return deleteUnusedAsset(tx, id)
}
