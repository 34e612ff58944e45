import type { Db, Tx } from '#server/db/client.ts'
import { deleteJob, transitionAsset, readAsset } from '../asset-queries.ts'
import { enqueueEncoding, encodeJobKey } from './register-asset.ts'

/** How often a run looks whether it is still wanted, in ms: soon enough to be at once for who pressed. */
const lookEvery = 400

/** Aborts `signal` once somebody has brought the asset to another end than this run's. */
export function watchForCancellation({ db }: { db: Db }, assetId: number) {
  const wanted = new AbortController()
  const now = () => wanted.abort(new Error('cancelled'))
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    readAsset(db, assetId)
      .then((asset) => {
        if (!asset || asset.state === 'failed' || asset.state === 'ready') now()
      })
      // A database that is away cancels nothing.
      .catch(() => {})
      .finally(() => (looking = false))
  }, lookEvery)
  return { signal: wanted.signal, now, stop: () => clearInterval(timer) }
}

/** Stops an asset on its way: its run ends within half a second. @returns false for one that has come to an end. */
export async function cancelAsset(tx: Tx, id: number, now: Date): Promise<boolean> {
  await deleteJob(tx, encodeJobKey(id))
  return transitionAsset(tx, id, { state: 'failed', fault: 'cancelled', now })
}

/** Has a film that failed tried again from its source. @returns false where it did not fail or has none any more. */
export async function retryAsset(tx: Tx, id: number, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('media_assets')
    .set({
      state: 'uploaded',
      fault: null,
      stage: null,
      progress: 0,
      updated_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('source_file', 'is not', null)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await enqueueEncoding(tx, id)
  return true
}
