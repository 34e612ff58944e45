import { profileKeyPrefix, profileWidth } from '#contract/core/images.ts'
import { decodeImage } from '#server/images/decode-image.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { randomBytes } from 'node:crypto'

type FileParts = Pick<AccountsDependencies, 'files' | 'evictFiles'>
type ImageContext = Pick<MemberContext, 'transact' | 'member' | 'now'>

/**
 * Consumes the rate limit before the file is received, because every received file is decoded.
 * @throws ProblemError `rate_limited`
 */
export const checkImageUploadAllowed = (
  parts: Pick<AccountsDependencies, 'limits' | 'encryption'>,
  caller: ImageContext,
) => consumeRateLimits(caller, parts, [['pictures_of_member', String(caller.member.id)]])

/**
 * Sets the profile image: a square of `profileWidth`, re-encoded from the pixels of the first frame.
 * @returns the updated member.
 * @throws ProblemError as `decodeImage` does
 */
export async function setProfileImage(parts: FileParts, caller: ImageContext, file: Buffer | null) {
  const owner = { member_id: caller.member.id }
  const webp = await decodeImage(file, (bytes, weight) =>
    sandbox.run('renderSquare', bytes, { width: profileWidth }, { owner, weight }),
  )
  const key = `${profileKeyPrefix}${randomBytes(16).toString('hex')}`
  await parts.files.putFolder(folderOf(key), new Map([[`${profileWidth}.webp`, webp]]))
  try {
    return await replaceImageKey(parts, caller, key)
  } catch (error) {
    await deleteProfileImage(parts, caller, key)
    throw error
  }
}

export const removeProfileImage = (parts: FileParts, caller: ImageContext) =>
  replaceImageKey(parts, caller, null)

/** Deletes the files of an unreferenced image; if the storage fails, a job retries and the request succeeds. */
export async function deleteProfileImage(
  { files, evictFiles }: FileParts,
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

async function replaceImageKey(parts: FileParts, caller: ImageContext, key: string | null) {
  const { transact, member } = caller
  const previousKey = await transact(async (tx) => {
    // The row lock serializes concurrent changes, so that each replaced image is deleted from storage.
    const row = await tx
      .selectFrom('members')
      .select('profile_image_key')
      .where('id', '=', member.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throwProblem('authentication_required')
    await tx
      .updateTable('members')
      .set({ profile_image_key: key })
      .where('id', '=', member.id)
      .execute()
    return row.profile_image_key
  })
  if (previousKey) await deleteProfileImage(parts, caller, previousKey)
  return { ...member, profile_image_key: key }
}

const folderOf = (key: string): StorageKey => `images/${key.slice(0, 2)}/${key}`
