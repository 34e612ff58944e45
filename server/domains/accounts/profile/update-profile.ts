import { isReservedName } from '#contract/core/reserved-names.ts'
import type { Tx } from '#server/db/client.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { verifiedSince } from '../verification/verification-codes.ts'
import { recordConsents } from '../sign-up/consents.ts'
import { accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { MemberContext } from '../members.ts'

type Changes = {
  username?: string | undefined
  /** Digits. */
  phonenumber?: string | undefined
  is_marketing_agreed?: boolean | undefined
  current_password?: string | undefined
}

/**
 * Changes name, phone or marketing consent, all or none.
 * @returns the member as he is now.
 * @throws Refusal `invalid_request` where nothing is to be changed, and of `username`: `reserved` for a name that only staff
 * may have; for another phone also what `proveAgain` throws,
 * `verification_required` unless its code was proven in this session within 30 minutes, and `phone_in_use`.
 */
export async function updateProfile(
  parts: AccountsDependencies,
  caller: MemberContext,
  { current_password, ...given }: Changes,
): Promise<Member> {
  if (Object.values(given).every((value) => value === undefined)) throwProblem('invalid_request')
  const { member, transact } = caller
  // A name kept from before is no change, such as that of a staff member who was dismissed.
  if (given.username !== undefined && given.username !== member.username)
    if (!member.is_staff && isReservedName(given.username)) throwFieldError('username', 'reserved')
  // His own number again is no change, and needs no proof.
  const phonenumber =
    given.phonenumber === parts.sealing.decrypt(member.phone_sealed) ? undefined : given.phonenumber
  if (phonenumber !== undefined) await reauthenticate(parts, caller, current_password)
  try {
    return await transact((tx) => change(tx, parts, caller, { ...given, phonenumber }))
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'members_phone_index_key')
      throwProblem('phone_in_use')
    throw error
  }
}

async function change(
  tx: Tx,
  { sealing, site_url }: AccountsDependencies,
  { member, session, client, now }: MemberContext,
  { username, phonenumber, is_marketing_agreed }: Changes,
): Promise<Member> {
  // Locked, so that of two changes at once the second sees what the first has done.
  const before = await tx
    .selectFrom('members')
    .select('is_marketing_agreed')
    .where('id', '=', member.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throwProblem('authentication_required')

  if (phonenumber !== undefined) {
    await spendPhoneProof(tx, session.id, sealing.blindIndex('phone', phonenumber), now)
    const letter = accountEmails.phoneChanged(now, site_url)
    await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
  }
  const agrees = is_marketing_agreed
  // D-20: dated, and confirmed by mail when it really changes.
  if (agrees !== undefined && agrees !== before.is_marketing_agreed) {
    await recordConsents(tx, member.id, { marketing_info: agrees }, { ...client, now })
    const letter = accountEmails.marketingChanged(agrees, now, site_url)
    await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
  }
  const changed = {
    ...(username === undefined ? {} : { username }),
    ...(agrees === undefined ? {} : { is_marketing_agreed: agrees }),
    ...(phonenumber === undefined ? {} : { phone_sealed: sealing.encrypt(phonenumber) }),
  }
  if (phonenumber !== undefined || Object.keys(changed).length > 0)
    await tx
      .updateTable('members')
      .set({
        ...changed,
        ...(phonenumber === undefined
          ? {}
          : { phone_index: sealing.blindIndex('phone', phonenumber) }),
      })
      .where('id', '=', member.id)
      .execute()
  return { ...member, ...changed }
}

/** Spends the proof that this session's browser has read a code sent to the number (D-11). */
async function spendPhoneProof(tx: Tx, session_id: number, target_index: Buffer, now: Date) {
  const used = await tx
    .deleteFrom('verifications')
    .where('session_id', '=', session_id)
    .where('channel', '=', 'phone')
    .where('target_index', '=', target_index)
    .where('verified_at', '>', verifiedSince(now))
    .returning('session_id')
    .executeTakeFirst()
  if (!used) throwProblem('verification_required')
}
