import type { endpoints } from '#contract/index.ts'
import type { Profile } from '#contract/accounts/profile-fields.ts'
import {
  type AgeLimit,
  catalogueLimitOf,
  isAbove,
  maxChildLimit,
} from '#contract/core/age-limits.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { requireProfile } from '#server/api/access-rules.ts'
import type { SessionProfile } from '#server/api/request-context.ts'
import type { Tx } from '#server/db/client.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { deleteProfileImage, storeProfileImage } from '../personal-details/profile-image.ts'
import { clearAttempts } from '../rate-limits.ts'
import { rotateToken } from '../sessions/sessions.ts'
import { updateSession } from '../sessions/session-queries.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import {
  doesChangeNeedPassword,
  doesCreationNeedPassword,
  obstacleToChange,
} from './profile-access-policy.ts'
import {
  deleteProfile,
  findProfile,
  insertProfile,
  lockHousehold,
  lockProfile,
  type ProfileRow,
  selectOnlyProfile,
  toProfile,
  updateProfile,
} from './profile-queries.ts'
import { pinAttempts } from './select-profile.ts'

type Calls = typeof endpoints.profiles
type NewProfile = ParsedInput<Calls['createProfile']>['body']
type ProfileChanges = ParsedInput<Calls['updateProfile']>['body']
type PinChange = ParsedInput<Calls['setProfilePin']>['body']

/** @throws ProblemError unless the session's profile may create a profile (D-101) */
export function requireManager({ session }: MemberContext): SessionProfile {
  const selected = requireProfile(session)
  const obstacle = obstacleToChange(selected)
  return obstacle ? throwProblem(obstacle) : selected
}

/**
 * Reads a profile of the member that the session's profile may change.
 * @throws ProblemError `not_found`, `child_profile`, `pin_required`
 */
export async function requireChangeable(caller: MemberContext, id: number): Promise<ProfileRow> {
  const row = (await findProfile(caller.db, caller.member.id, id)) ?? throwProblem('not_found')
  return checkChangeable(caller, row)
}

function checkChangeable({ session }: MemberContext, row: ProfileRow): ProfileRow {
  const target = { id: row.id, has_pin: row.pin_hash !== null }
  const obstacle = obstacleToChange(requireProfile(session), target)
  return obstacle ? throwProblem(obstacle) : row
}

/** @throws ProblemError of the field `age_limit` or `is_child` */
function requireValidLimits(limits: { age_limit: AgeLimit; is_child: boolean }, isFirst = false) {
  if (!limits.is_child) return
  if (isFirst) throwFieldError('is_child', 'invalid_choice')
  if (isAbove(limits.age_limit, maxChildLimit)) throwFieldError('age_limit', 'invalid_choice')
}

/** @throws ProblemError `reauthentication_required`, `invalid_credentials`, `rate_limited` */
async function requirePassword(
  deps: AccountsDependencies,
  caller: MemberContext,
  password: string | undefined,
) {
  if (password === undefined) throwProblem('reauthentication_required')
  await reauthenticate(deps, caller, password)
}

/**
 * Creates a profile.
 * @throws ProblemError `profile_limit_reached`, `child_profile`, of the field `age_limit`, and those of the password
 */
export async function createProfile(
  deps: AccountsDependencies,
  caller: MemberContext,
  { password, pin, ...fields }: NewProfile,
): Promise<Profile> {
  const selected = requireManager(caller)
  const age_limit = fields.age_limit ?? (fields.is_child ? maxChildLimit : selected.age_limit)
  const limits = { age_limit, is_child: fields.is_child }
  requireValidLimits(limits)
  if (doesCreationNeedPassword(selected, limits)) await requirePassword(deps, caller, password)
  const pin_hash = pin === undefined ? null : await deps.passwords.hash(pin, caller.isAborted)
  const row = await caller.transact((tx) =>
    addProfile(tx, caller, { ...fields, age_limit, pin_hash }),
  )
  return toProfile(row)
}

/**
 * Inserts a profile of the member. Sessions that used the only profile so far keep it.
 * @throws ProblemError `profile_limit_reached`; `authentication_required` if the member is deleted
 */
export async function addProfile(
  tx: Tx,
  { member, now }: Pick<MemberContext, 'member' | 'now'>,
  fields: Omit<Parameters<typeof insertProfile>[1], 'member_id' | 'created_at'>,
): Promise<ProfileRow> {
  if (!(await lockHousehold(tx, member.id))) throwProblem('authentication_required')
  await selectOnlyProfile(tx, member.id)
  const owner = { member_id: member.id, created_at: now.toISOString() }
  return (await insertProfile(tx, { ...fields, ...owner })) ?? throwProblem('profile_limit_reached')
}

/**
 * Changes a profile. A changed limit of the session's own profile replaces the session's token (D-102).
 * @throws ProblemError as `requireChangeable` does, `invalid_request`, and those of the password
 */
export async function changeProfile(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
  { password, ...changes }: ProfileChanges,
): Promise<Profile> {
  const current = await requireChangeable(caller, id)
  if (Object.values(changes).every((value) => value === undefined)) throwProblem('invalid_request')
  const limitsOf = (row: ProfileRow) => ({
    age_limit: changes.age_limit ?? (row.age_limit as AgeLimit),
    is_child: changes.is_child ?? row.is_child,
  })
  requireValidLimits(limitsOf(current), current.position === 1)
  const needsPassword = (row: ProfileRow) => doesChangeNeedPassword(toProfile(row), limitsOf(row))
  const isProven = needsPassword(current)
  if (isProven) await requirePassword(deps, caller, password)
  const { row, opened } = await caller.transact(async (tx) => {
    const locked = await lockProfile(tx, caller.member.id, id)
    if (!locked) throwProblem('not_found')
    checkChangeable(caller, locked)
    // A concurrent request has lowered the limit.
    if (!isProven && needsPassword(locked)) throwProblem('reauthentication_required')
    requireValidLimits(limitsOf(locked), locked.position === 1)
    const row = (await updateProfile(tx, id, changes)) ?? throwProblem('not_found')
    return { row, opened: await refreshSession(tx, caller, row) }
  })
  if (opened) caller.cookie.give(opened.token, opened.ends)
  return toProfile(row)
}

/** Replaces the token of the session if the limit of its profile has changed. */
async function refreshSession(tx: Tx, { session }: MemberContext, row: ProfileRow) {
  const { profile } = session
  const age_limit = row.age_limit as AgeLimit
  if (!profile || profile.id !== row.id) return null
  if (catalogueLimitOf(profile.age_limit) === catalogueLimitOf(age_limit)) return null
  const changed = { id: session.id, profile: { ...profile, age_limit } }
  return rotateToken(tx, changed, { profile_id: row.id })
}

/**
 * Deletes a profile with what belongs to it. Sessions that had selected it select another one.
 * @throws ProblemError as `requireChangeable` does; `conflict` for the first one
 */
export async function removeProfile(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
): Promise<void> {
  const deleted = await caller.transact(async (tx) => {
    const row = (await lockProfile(tx, caller.member.id, id)) ?? throwProblem('not_found')
    checkChangeable(caller, row)
    if (row.position === 1) throwProblem('conflict')
    await deleteProfile(tx, id)
    await clearAttempts(tx, deps, pinAttempts(id))
    return row
  })
  if (deleted.picture_key) await deleteProfileImage(deps, caller, deleted.picture_key)
}

/**
 * Sets, replaces or removes the PIN of a profile by the account's password, also from a children's profile: nobody else
 * has the password. Clears the wrong attempts.
 * @throws ProblemError `not_found`, `invalid_credentials`, `rate_limited`
 */
export async function setPin(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
  { password, pin }: PinChange,
): Promise<Profile> {
  const { db, transact, member, session } = caller
  if (!(await findProfile(db, member.id, id))) throwProblem('not_found')
  await reauthenticate(deps, caller, password)
  const pin_hash = pin === null ? null : await deps.passwords.hash(pin, caller.isAborted)
  const row = await transact(async (tx) => {
    await clearAttempts(tx, deps, pinAttempts(id))
    // With a PIN the only profile is no longer selected by itself; this session keeps it.
    if (session.profile?.id === id) await updateSession(tx, session.id, { profile_id: id })
    return updateProfile(tx, id, { pin_hash })
  })
  return toProfile(row ?? throwProblem('not_found'))
}

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
