import type { Database } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { encryptSegments, secretBytes } from '#server/adapters/encoder/index.ts'
import { randomBytes } from 'node:crypto'
import type { Storage } from '#server/adapters/storage/index.ts'
import { readdir } from 'node:fs/promises'
import { lockAsset, readReadyAsset } from '../asset-queries.ts'
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

/** The preview of a paid film in seconds, limited to half of its duration. */
const previewSeconds = 60

/**
 * A folder of an asset. `is_first`: that of the first rendition. A ready asset's files are immutable; added files have new
 * names.
 */
export type AssetFolder = { id: number; is_first?: boolean; is_protected?: boolean }

/** The folder of an asset below the media folder. Encrypted folders have another name, because their files differ. */
export const assetFolder = ({ id, is_first, is_protected }: AssetFolder) =>
  `${id}${is_first ? 'f' : ''}${is_protected ? 'p' : ''}`

/**
 * Encrypts an encoded asset into its second folder. The secret of its keys is committed before it is used, so that a
 * repeated run after a kill uses the same secret. The folder is published before `preview_duration` is set. The first
 * rendition has the keys and the preview of the rendition by whose name it is called.
 */
export async function encryptAsset(
  { db, transact, files, encryption }: EncryptDependencies,
  folder: Omit<AssetFolder, 'is_protected'>,
  { duration, signal }: { duration: number; signal?: AbortSignal },
): Promise<void> {
  const secret_ciphertext = encryption.encrypt(randomBytes(secretBytes).toString('hex'))
  const { id } = folder
  await transact((tx) => insertSecret(tx, id, secret_ciphertext))
  const secret = await readAssetSecret(db, encryption, id)
  if (!secret) throw new Error(`asset ${id} has no secret for its keys`)
  const target = `media/${assetFolder({ ...folder, is_protected: true })}` as const
  const { preview_duration } = await encryptSegments(
    files.localPath(`media/${assetFolder(folder)}`),
    files.localPath(target),
    { secret, preview: Math.min(previewSeconds, duration / 2), signal },
  )
  await files.publish(target, signal)
  await transact(async (tx) => {
    // Waits for an episode that is being attached, because its state depends on the preview.
    await lockAsset(tx, id)
    await setPreviewDuration(tx, id, preview_duration)
  })
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
  const folder = { id: assetId }
  // If a run was killed after the encryption, only the unencrypted files remain to be removed.
  if (asset.preview_duration === null) {
    await deps.files.download(`media/${assetFolder(folder)}`, signal)
    await encryptAsset(deps, folder, { duration: asset.duration, signal })
  }
  await deleteUnencryptedFiles(deps, folder)
}

/** Removes the unencrypted folder of an encrypted asset; for all renditions also that of the first, which may have been free. */
export async function deleteUnencryptedFiles(
  { files }: Pick<EncryptDependencies, 'files'>,
  { id, is_first }: Omit<AssetFolder, 'is_protected'>,
) {
  if (!is_first) await files.remove(`media/${assetFolder({ id })}`)
  await files.remove(`media/${assetFolder({ id, is_first: true })}`)
}

/** Removes unencrypted folders beside encrypted ones, which remain if a worker was killed between the two steps. */
export async function removeUnencryptedCopies(
  deps: Pick<EncryptDependencies, 'db' | 'files'> & { media_dir: string },
): Promise<void> {
  const names = new Set<string>(await readdir(deps.media_dir).catch(() => []))
  const duplicates = [...names]
    .filter((name) => /^\d+f?$/.test(name) && names.has(`${name}p`))
    .map((name) => ({ id: Number.parseInt(name, 10), is_first: name.endsWith('f') }))
  if (duplicates.length === 0) return
  const encrypted = await readEncryptedAssets(
    deps.db,
    duplicates.map(({ id }) => id),
  )
  for (const folder of duplicates) {
    const asset = encrypted.find(({ id }) => id === folder.id)
    if (asset && (folder.is_first || asset.state === 'ready'))
      await deleteUnencryptedFiles(deps, folder)
  }
}
