import { hourMs } from '#contract/core/seoul-time.ts'
import { profileKeyPrefix, profileWidth } from '#contract/core/images.ts'
import { decodeImage } from '#server/images/decode-image.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findReferencedImages } from '../member-queries.ts'
import type { MemberContext } from '../members.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import type { Database } from '#server/db/client.ts'
import { randomBytes } from 'node:crypto'

type FileDependencies = Pick<AccountsDependencies, 'files' | 'evictFiles'>
type ImageContext = Pick<MemberContext, 'transact' | 'member' | 'now'>

/**
 * Consumes the rate limit before the file is received, because every received file is decoded.
 * @throws ProblemError `rate_limited`
 */
export const checkImageUploadAllowed = (
  deps: Pick<AccountsDependencies, 'limits' | 'encryption'>,
  caller: ImageContext,
) => consumeRateLimits(caller, deps, [['pictures_of_member', String(caller.member.id)]])

/**
 * Stores an image as a square of `profileWidth`, re-encoded from the pixels of the first frame.
 * @returns its key.
 * @throws ProblemError as `decodeImage` does
 */
export async function storeProfileImage(
  { files }: Pick<FileDependencies, 'files'>,
  member_id: number,
  file: Buffer | null,
): Promise<string> {
  const owner = { member_id }
  const webp = await decodeImage(file, (bytes, weight) =>
    sandbox.run('renderSquare', bytes, { width: profileWidth }, { owner, weight }),
  )
  const key = `${profileKeyPrefix}${randomBytes(16).toString('hex')}`
  await files.putFolder(folderOf(key), new Map([[`${profileWidth}.webp`, webp]]))
  return key
}

/** Deletes the files of an unreferenced image; if the storage fails, a job retries and the request succeeds. */
export async function deleteProfileImage(
  { files, evictFiles }: FileDependencies,
  { transact }: Pick<ImageContext, 'transact'>,
  key: string,
) {
  evictFiles(folderOf(key))
  await deleteProfileImageFiles(files, key).catch(() =>
    transact((tx) =>
      enqueue(tx, 'delete_profile_image', { key }, { key: `delete_profile_image:${key}` }),
    ),
  )
}

/** Runs the job `delete_profile_image`. */
export const deleteProfileImageFiles = (files: Storage, key: string) => files.remove(folderOf(key))

/** A picture is referenced within seconds of its file; younger files are never deleted. */
const graceMs = hourMs
/** Keys per lookup. */
const batchSize = 500

/** Deletes the files of images that no profile references, left by a lost job or a crash. */
export async function deleteOrphanedImages(
  { db, files }: Pick<FileDependencies, 'files'> & Pick<Database, 'db'>,
  now: Date,
): Promise<void> {
  const keys = new Set<string>()
  for await (const { name, at } of files.list('images')) {
    const key = name.split('/')[2] ?? ''
    if (key.startsWith(profileKeyPrefix) && now.getTime() - at > graceMs) keys.add(key)
  }
  for (const batch of chunk([...keys], batchSize)) {
    const referenced = await findReferencedImages(db, batch)
    for (const key of batch) if (!referenced.has(key)) await deleteProfileImageFiles(files, key)
  }
}

const chunk = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )

const folderOf = (key: string): StorageKey => `images/${key.slice(0, 2)}/${key}`
