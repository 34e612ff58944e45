import type { Database, Tx } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import { isJobQueued, raiseJobPriority, readAwaitedAsset } from '../encode-queue-queries.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

/** With the queue's backoff 12 attempts last about half a day, time to free a full disk. */
const maxAttempts = 12

export const encodeJobKey = (assetId: number) => `encode_asset:${assetId}`
const firstRenditionJobKey = (assetId: number) => `first_rendition:${assetId}`

/** Queues the encoding of an asset. */
export const enqueueEncoding = (
  tx: Tx,
  asset_id: number,
  { priority = 0, encode_at }: { priority?: number | undefined; encode_at?: Date | undefined } = {},
) =>
  enqueue(
    tx,
    'encode_asset',
    { asset_id },
    {
      key: encodeJobKey(asset_id),
      priority,
      max_attempts: maxAttempts,
      ...(encode_at && { run_at: encode_at }),
    },
  )

/** Queues the first rendition of an asset, in which it plays until all are encoded. */
export const enqueueFirstRendition = (tx: Tx, asset_id: number, { priority = 0 } = {}) =>
  enqueue(
    tx,
    'encode_first_rendition',
    { asset_id },
    { key: firstRenditionJobKey(asset_id), priority, max_attempts: 3 },
  )

/** Priority of films for which a viewer waits, before all others in the queue. */
const awaitedPriority = -20
/** A film for which a viewer waits is requested at most this often. */
const repeatAfterMs = 60_000

/**
 * Returns a function that is called when a viewer opens an episode whose film waits in the queue: the film then moves to the
 * front, and its first rendition is made at once.
 */
export function createFilmRequests({
  transact,
  clock,
  log,
}: Pick<Database, 'transact'> & { clock: Clock; log: Logger }) {
  const requestedAt = new Map<number, number>()
  return (episode_id: number) => {
    const now = clock.now().getTime()
    if (now - (requestedAt.get(episode_id) ?? -Infinity) < repeatAfterMs) return
    if (requestedAt.size > 10_000) requestedAt.clear()
    requestedAt.set(episode_id, now)
    transact((tx) => expediteEncoding(tx, episode_id)).catch((error: Error) =>
      log.warn({ episode_id, error: error.message }, 'requesting a film failed'),
    )
  }
}

async function expediteEncoding(tx: Tx, episode_id: number): Promise<void> {
  const asset_id = await readAwaitedAsset(tx, episode_id)
  if (asset_id === undefined) return
  const key = firstRenditionJobKey(asset_id)
  // Replacing a running job would run it twice.
  if (await isJobQueued(tx, key)) await raiseJobPriority(tx, key, awaitedPriority)
  else await enqueueFirstRendition(tx, asset_id, { priority: awaitedPriority })
  await raiseJobPriority(tx, encodeJobKey(asset_id), awaitedPriority)
}

/**
 * Queues the encryption of a paid film, in another lane than encodes, because the film does not play until it is encrypted.
 */
export const enqueueEncryption = (tx: Tx, asset_id: number) =>
  enqueue(
    tx,
    'encrypt_asset',
    { asset_id },
    { key: `encrypt_asset:${asset_id}`, priority: -10, max_attempts: maxAttempts },
  )
