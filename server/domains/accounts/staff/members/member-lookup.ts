import type { MemberSummary, MemberDetail } from '#contract/accounts/staff/members.ts'
import { Email, PhoneNumber } from '#contract/accounts/account-fields.ts'
import { maskEmail, maskName, maskPhone } from '#contract/core/masking.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { findMember } from '../../member-queries.ts'
import {
  deleteMemberSession,
  deleteMemberSessions,
  findActiveSessions,
} from '../../sessions/session-queries.ts'
import { readFailureCounts } from '../../delivery/delivery-queries.ts'
import { findEmailChange } from '../../email-change/email-change-queries.ts'
import { findSuspension } from '../../suspension/suspension-queries.ts'
import { searchMembers } from './member-search-queries.ts'
import * as z from 'zod/mini'

/** The whole of what identifies one member: parts would reveal what the results mask (decisions/0048-member-data). */
export type MemberKey = { email: string } | { phonenumber: string } | { id: number }

/** Reads the key that a search term is: an address, a phone number or an id. */
export function toMemberKey(q: string): MemberKey | undefined {
  const email = z.safeParse(Email, q)
  if (email.success) return { email: email.data }
  const phone = z.safeParse(PhoneNumber, q)
  if (phone.success) return { phonenumber: phone.data }
  return /^[1-9]\d{0,8}$/.test(q) ? { id: Number(q) } : undefined
}

/** Finds the member of a key, or without one all members, newest first, with masked data. */
export async function findMembers(
  db: Db,
  encryption: Pick<Encryption, 'blindIndex' | 'decrypt'>,
  key: MemberKey | null,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: MemberSummary[] }> {
  const filter =
    key && 'phonenumber' in key
      ? { phone_blind_index: encryption.blindIndex('phone', key.phonenumber) }
      : key
  const { count, rows } = await searchMembers(db, filter, page)
  return { count, results: rows.map((row) => toSummary(row, encryption)) }
}

type Row = Omit<MemberSummary, 'phonenumber'> & { phone_ciphertext: Buffer }

function toSummary(row: Row, encryption: Pick<Encryption, 'decrypt'>): MemberSummary {
  const {
    id,
    username,
    email,
    phone_ciphertext,
    created_at,
    is_staff,
    is_suspended,
    failed_messages,
  } = row
  return {
    id,
    created_at,
    is_staff,
    is_suspended,
    failed_messages,
    username: maskName(username),
    email: maskEmail(email),
    phonenumber: maskPhone(encryption.decrypt(phone_ciphertext)),
  }
}

/** @returns the account data of a member, masked, or undefined if the member does not exist. */
export async function readMember(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  id: number,
  now: Date,
): Promise<Omit<MemberDetail, 'subscription' | 'merge'> | undefined> {
  const row = await findMember(db, id)
  if (!row) return undefined
  const { adult_verified_until: until, is_marketing_agreed, event_point, paid_point } = row
  const { sessions } = await findActiveSessions(db, id, now)
  const counts = await readFailureCounts(db, id)
  const change = await findEmailChange(db, id, now)
  const suspension = (await findSuspension(db, id)) ?? null
  return {
    ...toSummary(
      { ...row, is_suspended: suspension !== null, failed_messages: counts.mail + counts.sms },
      encryption,
    ),
    delivery: {
      ...counts,
      email_failed_at: row.email_failed_at,
      phone_failed_at: row.phone_failed_at,
    },
    suspension,
    email_change: change
      ? { email: maskEmail(change.new_email), expires_at: change.expires_at }
      : null,
    is_marketing_agreed,
    event_point,
    paid_point,
    adult_verified_until: until && Date.parse(until) > now.getTime() ? until : null,
    // Without IP addresses, which reveal the location of the member.
    devices: sessions.map(({ address: _, ...device }) => device),
  }
}

/**
 * Signs out one device of a member, or all if `device_id` is null.
 * @returns the name of the device (empty for all), or undefined if there is no such session.
 */
export async function signOutMember(
  tx: Tx,
  { member_id, device_id }: { member_id: number; device_id: number | null },
): Promise<{ device: string } | undefined> {
  if (device_id === null) {
    await deleteMemberSessions(tx, member_id)
    return { device: '' }
  }
  return deleteMemberSession(tx, member_id, device_id)
}
