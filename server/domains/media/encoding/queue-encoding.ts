import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** With the queue's backoff 12 attempts last about half a day, time to free a full disk. */
const maxAttempts = 12

export const encodeJobKey = (assetId: number) => `encode_asset:${assetId}`

/** Queues the encoding of an asset, at once unless `run_at` is set. */
export const enqueueEncoding = (
  tx: Tx,
  asset_id: number,
  { priority = 0, run_at }: { priority?: number | undefined; run_at?: Date | undefined } = {},
) =>
  enqueue(
    tx,
    'encode_asset',
    { asset_id },
    {
      key: encodeJobKey(asset_id),
      ...{ priority, max_attempts: maxAttempts },
      ...(run_at && { run_at }),
    },
  )

/**
 * Queues the encryption of a paid film with a higher priority than encodes and in another concurrency group
 * (`worker.ts`), because the film does not play until it is encrypted.
 */
export const enqueueEncryption = (tx: Tx, asset_id: number) =>
  enqueue(
    tx,
    'encrypt_asset',
    { asset_id },
    { key: `encrypt_asset:${asset_id}`, priority: -10, max_attempts: maxAttempts },
  )
