import { profileKeyPrefix, profileWidth } from '#contract/core/images.ts'
import { decodeImage } from '#server/domains/media/index.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { StorageKey, Storage } from '#server/adapters/storage/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sandbox } from '#server/adapters/sandbox/index.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { randomBytes } from 'node:crypto'

type FileParts = Pick<AccountsDependencies, 'files' | 'forget_files'>
type Asker = Pick<MemberContext, 'transact' | 'member' | 'now'>

/**
 * Before the file is received: each is counted, because each is opened.
 * @throws Refusal `rate_limited`
 */
export const checkImageUploadAllowed = (
  parts: Pick<AccountsDependencies, 'limits' | 'sealing'>,
  asker: Asker,
) => consumeRateLimits(asker, parts, [['pictures_of_member', String(asker.member.id)]])

/**
 * Sets the member's picture: a square of `profileWidth`, re-encoded from the pixels; of an animation the first frame.
 * @returns the member after the change.
 * @throws Refusal as `decodeImage` does
 */
export async function setProfileImage(parts: FileParts, asker: Asker, file: Buffer | null) {
  const owner = { member_id: asker.member.id }
  const webp = await decodeImage(file, (bytes, weight) =>
    sandbox.run('renderSquare', bytes, { width: profileWidth }, { owner, weight }),
  )
  const key = `${profileKeyPrefix}${randomBytes(16).toString('hex')}`
  await parts.files.putFolder(folderOf(key), new Map([[`${profileWidth}.webp`, webp]]))
  try {
    return await replace(parts, asker, key)
  } catch (error) {
    await deleteProfileImage(parts, asker, key)
    throw error
  }
}

/** Takes the member's picture away. */
export const removeProfileImage = (parts: FileParts, asker: Asker) => replace(parts, asker, null)

/** Removes a picture no row names any more; where the store is away a job does it, and nobody waits. */
export async function deleteProfileImage(
  { files, forget_files }: FileParts,
  { transact }: Pick<Asker, 'transact'>,
  key: string,
) {
  forget_files(folderOf(key))
  await deleteProfileImageFiles(files, key).catch(() =>
    transact((tx) =>
      enqueue(tx, 'delete_profile_image', { key }, { key: `delete_profile_image:${key}` }),
    ),
  )
}

/** The job of the same name. */
export const deleteProfileImageFiles = (files: Storage, key: string) => files.remove(folderOf(key))

async function replace(parts: FileParts, asker: Asker, key: string | null) {
  const { transact, member } = asker
  const before = await transact(async (tx) => {
    // Locked, so that of two pictures set at once neither is forgotten on disk.
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
  if (before) await deleteProfileImage(parts, asker, before)
  return { ...member, profile_image_key: key }
}

const folderOf = (key: string): StorageKey => `images/${key.slice(0, 2)}/${key}`
