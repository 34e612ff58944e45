import type { Disclosure, DisclosureScope } from '#contract/accounts/staff/disclosures.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Disclosures } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'

/** Reads the disclosures of a member, newest first. */
export async function readDisclosures(db: Db, member_id: number, now: Date): Promise<Disclosure[]> {
  const staffOf = (column: string) => sql`(
    select json_build_object('id', m.id, 'username', m.username) from members m where m.id = ${sql.ref(column)})`
  const { rows } = await sql<Disclosure>`
    select d.id, d.authority, d.document_number, d.legal_basis, d.scope, d.from_day::text, d.to_day::text, d.requested_at, d.expires_at,
      case when d.fetched_at is not null then 'fetched' when d.is_approved is false then 'rejected'
        when d.expires_at <= ${now}::timestamptz then 'expired' when d.is_approved then 'approved' else 'open' end as state,
      ${staffOf('d.requested_by')} as requested_by, ${staffOf('d.decided_by')} as decided_by
    from disclosures d where d.member_id = ${member_id} order by d.id desc limit 100`.execute(db)
  return rows
}

export const insertDisclosure = (tx: Tx, disclosure: Insertable<Disclosures>) =>
  tx.insertInto('disclosures').values(disclosure).returning('id').executeTakeFirstOrThrow()

export const lockDisclosure = (tx: Tx, key: { id: number; member_id: number }) =>
  tx
    .selectFrom('disclosures')
    .select(['requested_by', 'decided_at', 'is_approved', 'fetched_at', 'expires_at'])
    .select([
      'scope',
      sql<string>`from_day::text`.as('from_day'),
      sql<string>`to_day::text`.as('to_day'),
    ])
    .select(['authority', 'document_number', 'legal_basis'])
    .where('id', '=', key.id)
    .where('member_id', '=', key.member_id)
    .forUpdate()
    .$narrowType<{ scope: DisclosureScope[] }>()
    .executeTakeFirst()

export const updateDisclosure = (
  tx: Tx,
  id: number,
  values: Partial<
    Pick<
      Insertable<Disclosures>,
      'decided_by' | 'decided_at' | 'is_approved' | 'expires_at' | 'fetched_at'
    >
  >,
) => tx.updateTable('disclosures').set(values).where('id', '=', id).execute()

/** Days in Seoul, both included. */
type Period = { from_day: string; to_day: string }

const isWithin = (
  column: string,
  { from_day, to_day }: Period,
): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(column)} >= ${from_day}::date::timestamp at time zone 'Asia/Seoul'
  and ${sql.ref(column)} < (${to_day}::date + 1)::timestamp at time zone 'Asia/Seoul'`

type Rows = Record<string, unknown>[]

/** Reads the rows of a part of the scope within the period. The account itself has no period. */
export const disclosedRows: Record<
  DisclosureScope,
  (db: Db, member_id: number, period: Period) => Promise<Rows>
> = {
  account: (db, member_id) =>
    rowsOf(
      db,
      sql`select m.id, m.email, m.username, m.phone_ciphertext, m.created_at, i.name_ciphertext as verified_name_ciphertext,
          i.birth_date_ciphertext, i.verified_at
        from members m left join member_identities i on i.member_id = m.id where m.id = ${member_id}`,
    ),
  sessions: (db, member_id, period) =>
    rowsOf(
      db,
      sql`select device, address, created_at, last_seen_at from sessions
        where member_id = ${member_id} and ${isWithin('created_at', period)} order by id`,
    ),
  payments: (db, member_id, period) =>
    rowsOf(
      db,
      sql`select o.order_id, o.kind, o.status, o.payment_method, o.title, o.amount, o.cancelled_amount, o.card, o.created_at, o.paid_at
        from orders o join wallets w on w.id = o.wallet_id
        where w.member_id = ${member_id} and ${isWithin('o.created_at', period)} order by o.id`,
    ),
  watch_history: (db, member_id, period) =>
    rowsOf(
      db,
      sql`select p.name as profile, s.title as series, e.title as episode, h.progress, h.watched_at
        from watch_histories h join profiles p on p.id = h.profile_id join episodes e on e.id = h.episode_id
        join series s on s.id = h.series_id
        where p.member_id = ${member_id} and ${isWithin('h.watched_at', period)} order by h.watched_at`,
    ),
  inquiries: (db, member_id, period) =>
    rowsOf(
      db,
      sql`select title, context, created_at, answer, answered_at from inquiries
        where member_id = ${member_id} and ${isWithin('created_at', period)} order by id`,
    ),
}

const rowsOf = async (db: Db, query: RawBuilder<unknown>): Promise<Rows> =>
  (await query.execute(db)).rows as Rows
