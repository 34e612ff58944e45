import { hourMs } from '#contract/core/seoul-time.ts'
import type { endpoints } from '#contract/index.ts'
import type { Profile } from '#contract/accounts/profile-fields.ts'
import {
  type AgeLimit,
  catalogueLimitOf,
  defaultChildLimit,
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
import { clearAttempts, consumeRateLimits } from '../rate-limits.ts'
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
  findProfiles,
  insertProfile,
  lockHousehold,
  lockProfile,
  type ProfileRow,
  selectOnlyProfile,
  toProfile,
  updateProfile,
  copyLibrary,
  deleteTransferCodes,
  replaceTransferCode,
  takeTransferCode,
} from './profile-queries.ts'
import { pinAttempts } from './select-profile.ts'
import { maxProfiles, transferCodeHours } from '#contract/accounts/profile-rules.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { randomInt } from 'node:crypto'

type Calls = typeof endpoints.profiles
type NewProfile = ParsedInput<Calls['createProfile']>['body']
type ProfileChanges = ParsedInput<Calls['updateProfile']>['body']
type PinChange = ParsedInput<Calls['setProfilePin']>['body']

/** @throws ProblemError unless the session's profile may create a profile */
function requireManager({ session }: MemberContext): SessionProfile {
  const selected = requireProfile(session)
  const obstacle = obstacleToChange(selected)
  return obstacle ? throwProblem(obstacle) : selected
}

/**
 * Reads a profile of the member that the session's profile may change.
 * @throws ProblemError `not_found`, `child_profile`, `pin_required`
 */
async function requireChangeable(caller: MemberContext, id: number): Promise<ProfileRow> {
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

const hashPin = ({ passwords }: AccountsDependencies, caller: MemberContext, pin: string) =>
  passwords.forMember(caller.member.id).hash(pin, caller.isAborted)

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
  const age_limit = fields.age_limit ?? (fields.is_child ? defaultChildLimit : selected.age_limit)
  const limits = { age_limit, is_child: fields.is_child }
  requireValidLimits(limits)
  // Before any hash; `addProfile` decides.
  if ((await findProfiles(caller.db, caller.member.id)).length >= maxProfiles)
    throwProblem('profile_limit_reached')
  if (doesCreationNeedPassword(selected, limits)) await requirePassword(deps, caller, password)
  const pin_hash = pin === undefined ? null : await hashPin(deps, caller, pin)
  const row = await caller.transact((tx) =>
    addProfile(tx, caller, { ...fields, age_limit, pin_hash }),
  )
  return toProfile(row)
}

/**
 * Inserts a profile of the member. Sessions that used the only profile so far keep it.
 * @throws ProblemError `profile_limit_reached`; `authentication_required` if the member is deleted
 */
async function addProfile(
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
 * Changes a profile. A changed limit of the session's own profile replaces the session's token.
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
  if (opened) caller.cookie.set(opened.token, opened.ends)
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
export async function removeProfile(deps: AccountsDependencies, caller: MemberContext, id: number) {
  const deleted = await caller.transact(async (tx) => {
    const row = (await lockProfile(tx, caller.member.id, id)) ?? throwProblem('not_found')
    checkChangeable(caller, row)
    if (row.position === 1) throwProblem('conflict')
    await deleteProfile(tx, id)
    return row
  })
  if (deleted.picture_key) await deleteProfileImage(deps, caller, deleted.picture_key)
}

/**
 * Sets, replaces or removes the PIN of a profile by the account's password, also from a children's profile: nobody else
 * has the password. Clears the wrong attempts, and deletes the transfer codes that were made without the PIN.
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
  const pin_hash = pin === null ? null : await hashPin(deps, caller, pin)
  const row = await transact(async (tx) => {
    await clearAttempts(tx, deps, pinAttempts(id, session))
    await deleteTransferCodes(tx, member.id)
    // With a PIN the only profile is no longer selected by itself; this session keeps it.
    if (session.profile?.id === id) await updateSession(tx, session.id, { profile_id: id })
    return updateProfile(tx, id, { pin_hash })
  })
  return toProfile(row ?? throwProblem('not_found'))
}

/**
 * Sets the picture of a profile, which replaces its drawn avatar everywhere.
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
export async function removePicture(deps: AccountsDependencies, caller: MemberContext, id: number) {
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

/** Crockford's Base32: no letter that is read as another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 60 bits, in groups of four. */
const groups = 3
const groupLength = 4

const generateCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** Members may type the code without separators. */
const hashCode = ({ encryption }: Pick<AccountsDependencies, 'encryption'>, code: string) =>
  encryption.blindIndex('code', `profile transfer ${code.replace(/[\s-]/g, '')}`)

/**
 * Creates the transfer code of a profile; an earlier one is no longer valid. Only its hash is stored.
 * @throws ProblemError as `requireChangeable` does, and `rate_limited`
 */
export async function createTransferCode(
  deps: AccountsDependencies,
  caller: MemberContext,
  id: number,
): Promise<{ code: string; expires_at: string }> {
  await requireChangeable(caller, id)
  await consumeRateLimits(caller, deps, [['transfer_codes_of_member', String(caller.member.id)]])
  const code = generateCode()
  const expires_at = new Date(caller.now.getTime() + transferCodeHours * hourMs).toISOString()
  await caller.transact((tx) =>
    replaceTransferCode(tx, { profile_id: id, code_hash: hashCode(deps, code), expires_at }),
  )
  return { code, expires_at }
}

/**
 * Copies the profile of another account with its history and likes into a new profile of the member, and consumes its
 * code. The limit is at most that of the session's profile, so that no password is needed; a PIN is not copied.
 * @throws ProblemError of the field `code` for a code that is unknown, used, expired or of the same account;
 * `child_profile`, `profile_limit_reached`, `rate_limited`
 */
export async function importProfile(
  deps: AccountsDependencies,
  caller: MemberContext,
  code: string,
): Promise<Profile> {
  const selected = requireManager(caller)
  const { transact, member, client, now } = caller
  await consumeRateLimits(caller, deps, [
    ['transfer_imports_of_member', String(member.id)],
    ['transfer_imports_from_address', clientNetwork(client.address)],
  ])
  return transact(async (tx) => {
    const taken = await takeTransferCode(tx, hashCode(deps, code), member.id, now)
    if (!taken) return throwFieldError('code', 'incorrect_code')
    const { source_id, ...fields } = taken
    const limit = fields.age_limit as AgeLimit
    const age_limit = isAbove(limit, selected.age_limit) ? selected.age_limit : limit
    const row = await addProfile(tx, caller, { ...fields, age_limit })
    await copyLibrary(tx, source_id, row.id)
    return toProfile(row)
  })
}
