import type { Database, Db, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { encryptSegments, secretBytes } from '#server/adapters/encoder/index.ts'
import { randomBytes } from 'node:crypto'
import type { Storage } from '#server/adapters/storage/index.ts'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'

export type EncryptDependencies = Pick<Database, 'db' | 'transact'> & {
  files: Storage
  encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
}

/** D-42: the preview of a paid film in seconds, limited to half of its duration. */
const previewSeconds = 60

/** The folder of an asset below the media folder. The encrypted folder has another name, because its files differ. */
export const assetFolder = (assetId: number, is_protected: boolean) =>
  `${assetId}${is_protected ? 'p' : ''}`

/** Whether an episode that shows the asset, or is its target, is paid. */
export async function isPaidAsset(db: Db, assetId: number): Promise<boolean> {
  const row = await db
    .selectFrom('media_assets')
    .innerJoin('episodes', (join) =>
      join.on((on) =>
        on.or([
          on('episodes.asset_id', '=', on.ref('media_assets.id')),
          on('episodes.id', '=', on.ref('media_assets.pending_episode_id')),
        ]),
      ),
    )
    .select('episodes.id')
    .where('media_assets.id', '=', assetId)
    .where('episodes.is_free', '=', false)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Encrypts an encoded asset into its second folder. The secret of its keys is committed before it is used, so that a
 * repeated run after a kill uses the same secret. The folder is published before `preview_duration` is set.
 */
export async function encryptAsset(
  { db, transact, files, encryption }: EncryptDependencies,
  assetId: number,
  { duration, signal }: { duration: number; signal?: AbortSignal },
): Promise<void> {
  const secret_ciphertext = encryption.encrypt(randomBytes(secretBytes).toString('hex'))
  await transact((tx) =>
    tx
      .insertInto('content_keys')
      .values({ asset_id: assetId, secret_ciphertext })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const secret = await readAssetSecret(db, encryption, assetId)
  if (!secret) throw new Error(`asset ${assetId} has no secret for its keys`)
  const target = `media/${assetFolder(assetId, true)}` as const
  const { preview_duration } = await encryptSegments(
    files.localPath(`media/${assetFolder(assetId, false)}`),
    files.localPath(target),
    { secret, preview: Math.min(previewSeconds, duration / 2), signal },
  )
  await files.publish(target, signal)
  await transact((tx) =>
    tx
      .updateTable('content_keys')
      .set({ preview_duration })
      .where('asset_id', '=', assetId)
      .execute(),
  )
  await files.releaseLocal(target)
}

/** Reads the secret that the content keys of an asset are derived from; undefined if it has none. */
export async function readAssetSecret(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  assetId: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('content_keys')
    .select('secret_ciphertext')
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  return row?.secret_ciphertext
    ? Buffer.from(encryption.decrypt(row.secret_ciphertext), 'hex')
    : undefined
}

/** The job for a film that was encoded before it became paid. The film does not play until the job is done. */
export async function encryptAssetJob(
  parts: EncryptDependencies,
  assetId: number,
  signal: AbortSignal,
) {
  const asset = await parts.db
    .selectFrom('media_assets')
    .leftJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select(['duration', 'preview_duration'])
    .where('id', '=', assetId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  if (!asset) return
  // If a run was killed after the encryption, only the unencrypted files remain to be removed.
  if (asset.preview_duration === null) {
    await parts.files.download(`media/${assetFolder(assetId, false)}`, signal)
    await encryptAsset(parts, assetId, { duration: asset.duration ?? 0, signal })
  }
  await deleteUnencryptedFiles(parts, assetId)
}

/** Removes the unencrypted folder of an encrypted asset. */
export const deleteUnencryptedFiles = (
  { files }: Pick<EncryptDependencies, 'files'>,
  assetId: number,
) => files.remove(`media/${assetFolder(assetId, false)}`)

/**
 * Queues the encryption of paid films without a live job, and removes unencrypted folders beside encrypted ones, which
 * remain if a worker was killed between the two steps.
 */
export async function requeueMissingEncryption(
  parts: Omit<EncryptDependencies, 'encryption'> & { media_dir: string },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select a.id from media_assets a
    left join content_keys k on k.asset_id = a.id
    where a.state = 'ready' and k.preview_duration is null
      and exists (select from episodes e where e.asset_id = a.id and not e.is_free)
      and not job_is_queued('encrypt_asset:' || a.id)`.execute(parts.db)
  for (const { id } of rows) await parts.transact((tx) => enqueueEncryption(tx, id))
  const names = new Set<string>(await readdir(parts.media_dir).catch(() => []))
  const duplicates = [...names]
    .filter((name) => /^\d+$/.test(name) && names.has(`${name}p`))
    .map(Number)
  if (duplicates.length === 0) return
  const encrypted = await parts.db
    .selectFrom('media_assets')
    .innerJoin('content_keys', 'content_keys.asset_id', 'media_assets.id')
    .select('id')
    .where((on) => sql<boolean>`${on.ref('id')} = any(${duplicates}::int[])`)
    .where('state', '=', 'ready')
    .where('preview_duration', 'is not', null)
    .execute()
  for (const { id } of encrypted) await deleteUnencryptedFiles(parts, id)
}

/**
 * Queues the encryption of a paid film with a higher priority than encodes and in another concurrency group
 * (`worker.ts`), because the film does not play until it is encrypted.
 */
export const enqueueEncryption = (tx: Tx, asset_id: number) =>
  enqueue(
    tx,
    'encrypt_asset',
    { asset_id },
    { key: `encrypt_asset:${asset_id}`, priority: -10, max_attempts: 12 },
  )
