import type { MemberDevice, MemberSummary, MemberDetail } from '#contract/studio/members.ts'
import { maskEmail, maskName, maskPhone } from '#contract/core/masking.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { sql } from 'kysely'
import { seenAfter } from '../sessions/session-lifetimes.ts'
import { deleteMemberSessions, memberColumns } from '../sessions/sessions.ts'

/** The list is limited; signing out all devices also ends the sessions beyond the limit. */
const maxDevices = 100
const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

type MemberQuery = {
  /** Prefix of an address, a complete phone number, or an id; empty for all members. */
  q: string
  /** A further member to include, such as the owner of a matching order. */
  also_id?: number | undefined
  limit: number
  offset: number
}

/**
 * Finds members by address, phone number or id, newest first, with masked data (D-80). A phone number matches only as a
 * whole, because the search uses its blind index.
 */
export async function findMembers(
  db: Db,
  encryption: Pick<Encryption, 'blindIndex' | 'decrypt'>,
  { q, also_id, limit, offset }: MemberQuery,
): Promise<{ count: number; results: MemberSummary[] }> {
  const text = q.trim().normalize('NFC').toLowerCase()
  const digits = digitsOf(text)
  let members = db.selectFrom('members as m')
  if (text !== '')
    members = members.where((eb) =>
      eb.or([
        eb('m.email', 'like', `${text.replace(/[\\%_]/g, '\\$&')}%`),
        ...(/^01\d{8,9}$/.test(digits)
          ? [eb('m.phone_blind_index', '=', encryption.blindIndex('phone', digits))]
          : []),
        ...(/^[1-9]\d{0,8}$/.test(text) ? [eb('m.id', '=', Number(text))] : []),
        ...(also_id === undefined ? [] : [eb('m.id', '=', also_id)]),
      ]),
    )
  const [{ count }, rows] = await Promise.all([
    members.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    members
      .select(['m.id', 'm.username', 'm.email', 'm.phone_ciphertext', 'm.created_at', 'm.is_staff'])
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, results: rows.map((row) => toSummary(row, encryption)) }
}

type Row = Omit<MemberSummary, 'phonenumber'> & { phone_ciphertext: Buffer }

function toSummary(row: Row, encryption: Pick<Encryption, 'decrypt'>): MemberSummary {
  const { id, username, email, phone_ciphertext, created_at, is_staff } = row
  const phonenumber = maskPhone(encryption.decrypt(phone_ciphertext))
  return {
    id,
    username: maskName(username),
    email: maskEmail(email),
    phonenumber,
    created_at,
    is_staff,
  }
}

/** @returns the account data of a member, masked (D-80), or undefined if the member does not exist. */
export async function readMember(
  db: Db,
  encryption: Pick<Encryption, 'decrypt'>,
  id: number,
  now: Date,
): Promise<Omit<MemberDetail, 'subscription'> | undefined> {
  const row = await db
    .selectFrom('members')
    .select(['members.id', 'members.created_at', ...memberColumns])
    .where('members.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { adult_verified_until: until, is_marketing_agreed, event_point, paid_point } = row
  return {
    ...toSummary(row, encryption),
    ...{ is_marketing_agreed, event_point, paid_point },
    adult_verified_until: until && Date.parse(until) > now.getTime() ? until : null,
    devices: await readDevices(db, id, now),
  }
}

/** Active sessions of a member, last seen first; without IP addresses, which reveal the location of the member. */
async function readDevices(db: Db, member_id: number, now: Date): Promise<MemberDevice[]> {
  const { rows } = await sql<MemberDevice>`
    select id, device, coalesce(signed_in_at, last_seen_at) as signed_in_at, last_seen_at from sessions
    where member_id = ${member_id} and expires_at > ${now} and last_seen_at > ${seenAfter(now)}::timestamptz
    order by last_seen_at desc, id desc limit ${maxDevices}`.execute(db)
  return rows
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
  return tx
    .deleteFrom('sessions')
    .where('id', '=', device_id)
    .where('member_id', '=', member_id)
    .returning('device')
    .executeTakeFirst()
}
