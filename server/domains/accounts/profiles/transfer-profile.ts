import type { Profile } from '#contract/accounts/profile-fields.ts'
import { transferCodeHours } from '#contract/accounts/profile-rules.ts'
import { type AgeLimit, isAbove } from '#contract/core/age-limits.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import type { MemberContext } from '../members.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { addProfile, requireChangeable, requireManager } from './manage-profiles.ts'
import { toProfile } from './profile-queries.ts'
import { copyHistoryAndLikes, replaceTransferCode, takeTransferCode } from './transfer-queries.ts'
import { randomInt } from 'node:crypto'

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
  const expires_at = new Date(caller.now.getTime() + transferCodeHours * 3_600_000).toISOString()
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
    await copyHistoryAndLikes(tx, source_id, row.id)
    return toProfile(row)
  })
}
