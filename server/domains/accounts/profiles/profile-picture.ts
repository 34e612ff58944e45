import type { Profile } from '#contract/accounts/profile-fields.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { deleteProfileImage, storeProfileImage } from '../personal-details/profile-image.ts'
import { requireChangeable } from './manage-profiles.ts'
import { lockProfile, toProfile, updateProfile } from './profile-queries.ts'

/**
 * Sets the picture of a profile, as `setProfileImage` sets the member's.
 * @throws ProblemError as `requireChangeable` and `decodeImage` do
 */
export async function setPicture(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
  file: Buffer | null,
): Promise<Profile> {
  if (!file?.length) throwProblem('unsupported_media_type')
  await requireChangeable(caller, id)
  const key = await storeProfileImage(deps, caller.member.id, file)
  try {
    return await replacePicture(deps, caller, id, key)
  } catch (error) {
    await deleteProfileImage(deps, caller, key)
    throw error
  }
}

/** @throws ProblemError as `requireChangeable` does */
export async function removePicture(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
): Promise<Profile> {
  await requireChangeable(caller, id)
  return replacePicture(deps, caller, id, null)
}

async function replacePicture(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
  key: string | null,
): Promise<Profile> {
  const { before, row } = await caller.transact(async (tx) => {
    // The row lock serializes concurrent changes, so that each replaced picture is deleted from storage.
    const before = (await lockProfile(tx, caller.member.id, id)) ?? throwProblem('not_found')
    const row = (await updateProfile(tx, id, { picture_key: key })) ?? throwProblem('not_found')
    return { before, row }
  })
  if (before.picture_key) await deleteProfileImage(deps, caller, before.picture_key)
  return toProfile(row)
}
