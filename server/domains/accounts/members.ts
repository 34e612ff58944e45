import type { Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { memberColumns } from './sessions/sessions.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { guestUser } from '#contract/accounts/guest-user.ts'
import { profileWidth } from '#contract/core/images.ts'
import { isAgeVerified } from '#server/api/access-rules.ts'
import type { Member, RequestContext, Session } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'

type NewMember = {
  email: string
  username: string
  phonenumber: string
  password_hash: string
  is_marketing_agreed?: boolean
  is_staff?: boolean
  is_demo?: boolean
  adult_verified_until?: string
}

/**
 * Inserts a member, with the phone number encrypted and blind-indexed. A concurrent insert of the same address or
 * number waits for the first to commit.
 * @returns the row, or undefined if the address or the number already has an account.
 */
export async function insertMember(
  tx: Tx,
  encryption: Encryption,
  { phonenumber, ...columns }: NewMember,
  now: Date,
) {
  const at = now.toISOString()
  return tx
    .insertInto('members')
    .values({
      ...columns,
      phone_ciphertext: encryption.encrypt(phonenumber),
      phone_blind_index: encryption.blindIndex('phone', phonenumber),
      password_changed_at: at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['members.id', ...memberColumns])
    .executeTakeFirst()
}

/** Maps a member to the API type. Without one it returns the guest, for which the client opens the login modal (D-12). */
export function toUser(member: Member | null, encryption: Encryption, now: Date): User {
  if (!member) return guestUser
  const { id, email, username, event_point, paid_point, is_marketing_agreed, is_staff } = member
  const key = member.profile_image_key
  return {
    id,
    email,
    username,
    phonenumber: encryption.decrypt(member.phone_ciphertext),
    profile_image: key && `/images/${key}/${profileWidth}.webp`,
    event_point,
    paid_point,
    is_marketing_agreed,
    is_adult_verified: isAgeVerified(member, now),
    is_staff,
  }
}

export type MemberContext = RequestContext & { member: Member; session: Session }

/**
 * Narrows the context to one with a member. Endpoints of access `member` already require one; the types do not show it.
 * @throws ProblemError `authentication_required`
 */
export function requireMember<C extends RequestContext>(caller: C): C & MemberContext {
  const { member, session } = caller
  if (!member || !session) throwProblem('authentication_required')
  return { ...caller, member, session }
}
