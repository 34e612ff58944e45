import type { MemberDevice, MemberSummary, MemberDetail } from '#contract/studio/members.ts'
import { maskEmail, maskName, maskPhone } from '#contract/core/masking.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { sql } from 'kysely'
import { seenAfter } from '../sessions/session-lifetimes.ts'
import { deleteMemberSessions, memberColumns } from '../sessions/sessions.ts'

/** Members as staff sees them (D-80): never a whole address or number, and nothing of a password. */

/** Nobody looks through more; signing out all ends the rest too. */
const devicesShown = 100
const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

type Sought = {
  /** The beginning of an address, a whole phone number, or an id; empty for anybody. */
  q: string
  /** One more who is meant, such as whose order it is. */
  also_id?: number | undefined
  limit: number
  offset: number
}

/** Members who are meant by what was typed, newest first. A number is found whole alone: only its keyed hash is kept. */
export async function findMembers(
  db: Db,
  sealing: Pick<Encryption, 'blindIndex' | 'decrypt'>,
  { q, also_id, limit, offset }: Sought,
): Promise<{ count: number; results: MemberSummary[] }> {
  const typed = q.trim().normalize('NFC').toLowerCase()
  const digits = digitsOf(typed)
  let members = db.selectFrom('members as m')
  if (typed !== '')
    members = members.where((eb) =>
      eb.or([
        eb('m.email', 'like', `${typed.replace(/[\\%_]/g, '\\$&')}%`),
        ...(/^01\d{8,9}$/.test(digits)
          ? [eb('m.phone_index', '=', sealing.blindIndex('phone', digits))]
          : []),
        ...(/^[1-9]\d{0,8}$/.test(typed) ? [eb('m.id', '=', Number(typed))] : []),
        ...(also_id === undefined ? [] : [eb('m.id', '=', also_id)]),
      ]),
    )
  const [{ count }, rows] = await Promise.all([
    members.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    members
      .select(['m.id', 'm.username', 'm.email', 'm.phone_sealed', 'm.created_at', 'm.is_staff'])
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { count, results: rows.map((row) => lineOf(row, sealing)) }
}

type Row = Omit<MemberSummary, 'phonenumber'> & { phone_sealed: Buffer }

/** A member as staff sees one: name, address and number masked. */
function lineOf(row: Row, sealing: Pick<Encryption, 'decrypt'>): MemberSummary {
  const { id, username, email, phone_sealed, created_at, is_staff } = row
  const phonenumber = maskPhone(sealing.decrypt(phone_sealed))
  return {
    id,
    username: maskName(username),
    email: maskEmail(email),
    phonenumber,
    created_at,
    is_staff,
  }
}

/** What accounts know of a member; undefined where there is none. */
export async function readMember(
  db: Db,
  sealing: Pick<Encryption, 'decrypt'>,
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
    ...lineOf(row, sealing),
    ...{ is_marketing_agreed, event_point, paid_point },
    adult_verified_until: until && Date.parse(until) > now.getTime() ? until : null,
    devices: await readDevices(db, id, now),
  }
}

/** Where a member is signed in, last seen first; without addresses, which say where he lives. */
async function readDevices(db: Db, member_id: number, now: Date): Promise<MemberDevice[]> {
  const { rows } = await sql<MemberDevice>`
    select id, device, coalesce(signed_in_at, last_seen_at) as signed_in_at, last_seen_at from sessions
    where member_id = ${member_id} and expires_at > ${now} and last_seen_at > ${seenAfter(now)}::timestamptz
    order by last_seen_at desc, id desc limit ${devicesShown}`.execute(db)
  return rows
}

/** Signs a device of a member's out, or all where `device_id` is null. @returns how it was called, or undefined for none. */
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
