import { serviceNameForms } from '#contract/accounts/password-policy.ts'
import { isReservedName } from '#contract/core/reserved-names.ts'
import { readMessageSettings } from '#server/messages/service-placeholders.ts'
import type { Tx } from '#server/db/client.ts'
import type { Member } from '#server/api/request-context.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { deleteVerification } from '../verification/code-queries.ts'
import { targetIndex } from '../verification/verification-codes.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/sign-in.ts'
import { lockMember, phoneColumns, updateMember, insertConsents } from '../member-queries.ts'
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
 * @returns the updated member.
 * @throws ProblemError `invalid_request` if the request changes nothing; of `username`: `reserved` for a name that only
 * staff may have; for a new phone also as `reauthenticate`, `verification_required` unless its code was verified in
 * this session within 30 minutes, and `phone_in_use`.
 */
export async function updateDetails(
  deps: AccountsDependencies,
  caller: MemberContext,
  { current_password, ...changes }: Changes,
): Promise<Member> {
  const { encryption, site_url } = deps
  const { member, session, client, now, transact } = caller
  const { username, is_marketing_agreed: isAgreed } = changes
  if (Object.values(changes).every((value) => value === undefined)) throwProblem('invalid_request')
  // Only a changed name is checked: a former staff member may keep a reserved name.
  if (username !== undefined && username !== member.username && !member.is_staff) {
    const { name } = await readMessageSettings(caller.db)
    if (isReservedName(username, serviceNameForms(name))) throwFieldError('username', 'reserved')
  }
  // The member's current number is no change and needs no verification.
  const isSameNumber = changes.phonenumber === encryption.decrypt(member.phone_ciphertext)
  const phonenumber = isSameNumber ? undefined : changes.phonenumber
  if (phonenumber !== undefined) await reauthenticate(deps, caller, current_password)
  const columns = {
    ...(username === undefined ? {} : { username }),
    ...(isAgreed === undefined ? {} : { is_marketing_agreed: isAgreed }),
    ...(phonenumber === undefined
      ? {}
      : { ...phoneColumns(encryption, phonenumber), phone_failed_at: null }),
  }
  const applyChanges = async (tx: Tx) => {
    // The row lock makes a concurrent change read the committed consent.
    const current = (await lockMember(tx, member.id)) ?? throwProblem('authentication_required')
    if (phonenumber !== undefined) {
      // A verification of the number in this session is valid for one use.
      const code = { session_id: session.id, channel: 'phone' } as const
      const target = targetIndex(encryption, 'phone', phonenumber)
      if (!(await deleteVerification(tx, code, target, now))) throwProblem('verification_required')
      await queueEmail(tx, member.email, accountEmails.phoneChanged(now, site_url), now)
    }
    if (isAgreed !== undefined && isAgreed !== current.is_marketing_agreed)
      await recordMarketingConsent(tx, member, isAgreed, { ...client, now, site_url })
    if (Object.keys(columns).length > 0) await updateMember(tx, member.id, columns)
  }
  try {
    await transact(applyChanges)
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'members_phone_blind_index_key')
      throwProblem('phone_in_use')
    throw error
  }
  return { ...member, ...columns }
}

/** The client address and the time of a change of the consent. */
type ConsentChange = { address: string; now: Date; site_url: string }

/** Records a changed marketing consent with its date and confirms it by e-mail. The caller updates the member. */
async function recordMarketingConsent(
  tx: Tx,
  member: { id: number; email: string },
  is_agreed: boolean,
  { address, now, site_url }: ConsentChange,
): Promise<void> {
  await insertConsents(tx, member.id, { marketing_info: is_agreed }, { address, now })
  const email = accountEmails.marketingChanged(is_agreed, now, site_url)
  await queueEmail(tx, member.email, email, now)
}

/**
 * Withdraws the marketing consent of a member.
 * @returns false if the member had not consented, or is deleted.
 */
export async function withdrawMarketingConsent(tx: Tx, id: number, change: ConsentChange) {
  const member = await lockMember(tx, id)
  if (!member?.is_marketing_agreed) return false
  await recordMarketingConsent(tx, { id, email: member.email }, false, change)
  await updateMember(tx, id, { is_marketing_agreed: false })
  return true
}
