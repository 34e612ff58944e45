import type { Database } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { encryptSegments, secretBytes } from '#server/adapters/encoder/index.ts'
import { randomBytes } from 'node:crypto'
import type { Storage } from '#server/adapters/storage/index.ts'
import { readdir } from 'node:fs/promises'
import { readReadyAsset } from '../asset-queries.ts'
import {
  insertSecret,
  readAssetSecret,
  readEncryptedAssets,
  setPreviewDuration,
} from '../key-queries.ts'

export type EncryptDependencies = Pick<Database, 'db' | 'transact'> & {
  files: Storage
  encryption: Pick<Encryption, 'encrypt' | 'decrypt'>
}

/** D-42: the preview of a paid film in seconds, limited to half of its duration. */
const previewSeconds = 60

/** The folder of an asset below the media folder. The encrypted folder has another name, because its files differ. */
export const assetFolder = (assetId: number, is_protected: boolean) =>
  `${assetId}${is_protected ? 'p' : ''}`

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
  await transact((tx) => insertSecret(tx, assetId, secret_ciphertext))
  const secret = await readAssetSecret(db, encryption, assetId)
  if (!secret) throw new Error(`asset ${assetId} has no secret for its keys`)
  const target = `media/${assetFolder(assetId, true)}` as const
  const { preview_duration } = await encryptSegments(
    files.localPath(`media/${assetFolder(assetId, false)}`),
    files.localPath(target),
    { secret, preview: Math.min(previewSeconds, duration / 2), signal },
  )
  await files.publish(target, signal)
  await transact((tx) => setPreviewDuration(tx, assetId, preview_duration))
  await files.releaseLocal(target)
}

/** The job for a film that was encoded before it became paid. The film does not play until the job is done. */
export async function encryptAssetJob(
  deps: EncryptDependencies,
  assetId: number,
  signal: AbortSignal,
) {
  const asset = await readReadyAsset(deps.db, assetId)
  if (!asset) return
  // If a run was killed after the encryption, only the unencrypted files remain to be removed.
  if (asset.preview_duration === null) {
    await deps.files.download(`media/${assetFolder(assetId, false)}`, signal)
    await encryptAsset(deps, assetId, { duration: asset.duration, signal })
  }
  await deleteUnencryptedFiles(deps, assetId)
}

/** Removes the unencrypted folder of an encrypted asset. */
export const deleteUnencryptedFiles = (
  { files }: Pick<EncryptDependencies, 'files'>,
  assetId: number,
) => files.remove(`media/${assetFolder(assetId, false)}`)

/** Removes unencrypted folders beside encrypted ones, which remain if a worker was killed between the two steps. */
export async function removeUnencryptedCopies(
  deps: Pick<EncryptDependencies, 'db' | 'files'> & { media_dir: string },
): Promise<void> {
  const names = new Set<string>(await readdir(deps.media_dir).catch(() => []))
  const duplicates = [...names]
    .filter((name) => /^\d+$/.test(name) && names.has(`${name}p`))
    .map(Number)
  if (duplicates.length === 0) return
  for (const id of await readEncryptedAssets(deps.db, duplicates))
    await deleteUnencryptedFiles(deps, id)
}
