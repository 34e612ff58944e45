import { type RawBuilder, sql } from 'kysely'
import type { Episode } from '#contract/contents/contents.ts'
import type {
  LedgerHistoryEntry,
  Order,
  PointBalance,
  PointTransaction,
  Purchase,
  Refund,
} from '#contract/transactions/transactions.ts'
import type { Db } from '#server/db/client.ts'
import { readOrderedEpisodes } from '../orders/order-queries.ts'
import { type OrderRow, toOrderResponse } from '../orders/orders.ts'
import { expiredEventPoints } from '../points/point-queries.ts'
import type { PurchaseRefundInput, TopUpRefundInput } from '../refunds/refund-policy.ts'
import { topUpBonusColumns } from '../refunds/refund-queries.ts'

export type PageRequest = { limit: number; offset: number }
export type ListPage<T> = { count: number; results: T[] }
export type OrderedPageRequest = PageRequest & {
  ordering: 'transaction_date' | '-transaction_date'
}

const sortDirection = ({ ordering }: OrderedPageRequest) =>
  sql.raw(ordering.startsWith('-') ? 'desc' : 'asc')

/**
 * Reads a page of rows of a member's wallet with the total count; empty if the member has no wallet.
 * @param count SQL for the total count, of `w` (wallets).
 * @param page query of rows of `w`, with their order as `position`.
 */
export async function readWalletPage<T>(
  db: Db,
  member_id: number,
  count: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<ListPage<T>> {
  const { rows } = await sql<T & { count: number; position: number | null }>`
    select ${count} as count, page.*
    from wallets w left join lateral (${page}) page on true
    where w.member_id = ${member_id} order by page.position`.execute(db)
  return { count: rows[0]?.count ?? 0, results: rows.filter(({ position }) => position !== null) }
}

type PurchaseRow = Omit<Purchase, 'episode' | 'refundable'> &
  Pick<PurchaseRefundInput, 'first_used_at' | 'expired_event_point'> & { episode_id: number }

/** Reads a member's purchases and rentals, newest first. */
export async function readPurchases(
  db: Db,
  member_id: number,
  { limit, offset, ownership_type_id }: PageRequest & { ownership_type_id?: '2' | '3' | undefined },
  now: Date,
): Promise<ListPage<PurchaseRow & { episode: Episode | null }>> {
  const kind = ownership_type_id ? sql`and p.ownership_type_id = ${ownership_type_id}::int` : sql``
  const { count, results } = await readWalletPage<PurchaseRow>(
    db,
    member_id,
    sql`(select count(*) from purchases p where p.wallet_id = w.id ${kind})`,
    sql`select row_number() over () as position, bought.*, ${expiredEventPoints(sql`bought.source_id`, now)} as expired_event_point
      from (
        select p.id, p.episode_id, p.ownership_type_id, p.purchased_at, p.expires_at, p.first_used_at,
          case when p.expires_at is not null then (select t.playback_hours from rental_terms t where t.id = p.rental_terms_id) end as playback_hours,
          case when p.state = 'active' and p.expires_at <= ${now} then 'ended' else p.state end as state,
          o.id as source_id, o.order_id, o.payment_method, o.amount as price, o.event_point, o.paid_point
        from purchases p join orders o on o.id = p.order_id
        where p.wallet_id = w.id ${kind}
        order by p.purchased_at desc, p.id desc limit ${limit} offset ${offset}
      ) as bought`,
  )
  return { count, results: await withEpisodes(db, results) }
}

/** Lists the ledger entries of a member, in ledger order, so that the balances are consecutive. */
export async function listLedgerEntries(db: Db, member_id: number, query: OrderedPageRequest) {
  type Row = Omit<LedgerHistoryEntry, 'episode'> & { episode_id: number | null }
  const { count, results } = await readWalletPage<Row>(
    db,
    member_id,
    sql`w.entry_count`,
    sql`select row_number() over () as position, entry.* from (
        select l.id, l.kind, l.title, l.amount_krw as amount, l.event_point, l.paid_point, l.event_balance, l.paid_balance,
          o.payment_method, o.status, o.episode_id, o.order_id, l.created_at as transaction_date
        from ledger_entries l left join orders o on o.id = l.order_id
        where l.wallet_id = w.id order by l.id ${sortDirection(query)} limit ${query.limit} offset ${query.offset}
      ) as entry`,
  )
  return { count, results: await withEpisodes(db, results) }
}

/** Lists point transactions, one per posting: an entry with both kinds of points has two. */
export async function listPointTransactions(db: Db, member_id: number, query: OrderedPageRequest) {
  type Row = Omit<PointTransaction, 'episode'> & { episode_id: number | null }
  const { count, results } = await readWalletPage<Row>(
    db,
    member_id,
    sql`w.point_posting_count`,
    sql`select row_number() over () as position, move.* from (
        select p.entry_id * 2 + (p.unit = 'event')::int as id, l.title, p.unit = 'event' as is_event,
          case p.side when 'credit' then p.amount else -p.amount end as changed_point,
          case p.unit when 'event' then l.event_balance else l.paid_balance end as balance,
          l.kind = 'top_up' as is_topup, o.payment_method, o.episode_id, l.created_at as transaction_date
        from ledger_postings p join ledger_entries l on l.id = p.entry_id left join orders o on o.id = l.order_id
        where p.wallet_id = w.id
        order by p.entry_id ${sortDirection(query)}, p.unit ${sortDirection(query)} limit ${query.limit} offset ${query.offset}
      ) as move`,
  )
  return { count, results: await withEpisodes(db, results) }
}

async function withEpisodes<T extends { episode_id: number | null }>(db: Db, rows: readonly T[]) {
  const ids = rows.map(({ episode_id }) => episode_id)
  const episodes = await readOrderedEpisodes(db, ids)
  return rows.map((row) => ({ ...row, episode: episodes.get(row.episode_id ?? 0) ?? null }))
}

export type PointLotRow = Omit<PointBalance['results'][number], 'refundable'> &
  TopUpRefundInput & { event_point: number; paid_point: number } & {
    expiring: PointBalance['expiring'] | null
    count: number
    position: number | null
  }

/**
 * Reads both balances, the points that expire until `expiring_until`, and a page of lots.
 * @returns no row if the member has no wallet; one with a null `position` if the page is empty.
 */
export async function readPointLots(
  db: Db,
  member_id: number,
  query: OrderedPageRequest,
  { now, expiring_until }: { now: Date; expiring_until: Date },
): Promise<PointLotRow[]> {
  const { rows } = await sql<PointLotRow>`
    select w.event_point, w.paid_point, page.*,
      (select count(*) from point_lots t where t.wallet_id = w.id) as count,
      (select json_agg(json_build_object('kind', kind, 'amount', amount, 'expires_at', expires_at) order by expires_at)
        from (select t.kind, sum(t.remaining)::int as amount, t.expires_at from point_lots t
          where t.wallet_id = w.id and t.remaining > 0 and t.expires_at > ${now} and t.expires_at <= ${expiring_until}
          group by t.kind, t.expires_at) as lots) as expiring
    from wallets w left join lateral (
      select row_number() over () as position, lot.*,
        ${topUpBonusColumns(sql`lot.paid_by`, sql`w.id`)},
        exists (select from refunds r where r.order_id = lot.paid_by and r.status = 'pending') as is_refunding
      from (
        select t.id, t.kind, l.title, t.amount, t.remaining, t.created_at as transaction_date, t.expires_at,
          o.order_id, o.id as paid_by, coalesce(o.status = 'cancelled', false) as is_cancelled
        from point_lots t join ledger_entries l on l.id = t.entry_id left join orders o on o.id = t.order_id
        where t.wallet_id = w.id order by t.id ${sortDirection(query)} limit ${query.limit} offset ${query.offset}
      ) as lot
    ) page on true
    where w.member_id = ${member_id} order by page.position`.execute(db)
  return rows
}

const refundColumns = sql`r.id, r.kind, r.title, r.status, r.reason, r.amount, r.event_point, r.paid_point, o.order_id, r.requested_at,
  r.succeeded_at`

/** Reads the API response of a refund. */
export async function readRefund(db: Db, id: number): Promise<Refund> {
  const { rows } = await sql<Refund>`
    select ${refundColumns} from refunds r join orders o on o.id = r.order_id where r.id = ${id}`.execute(
    db,
  )
  if (!rows[0]) throw new Error(`There is no refund ${id}`)
  return rows[0]
}

/** Lists a member's refunds, newest first. */
export async function listRefunds(db: Db, member_id: number, { limit, offset }: PageRequest) {
  return readWalletPage<Refund>(
    db,
    member_id,
    sql`(select count(*) from refunds r where r.wallet_id = w.id)`,
    sql`select row_number() over () as position, refund.* from (
        select ${refundColumns} from refunds r join orders o on o.id = r.order_id
        where r.wallet_id = w.id order by r.id desc limit ${limit} offset ${offset}
      ) as refund`,
  )
}

/** Lists orders whose payment is pending: they have no ledger entry yet, so other histories do not contain them. */
export async function listPendingOrders(db: Db, member_id: number): Promise<ListPage<Order>> {
  const rows = (await db
    .selectFrom('orders')
    .innerJoin('wallets', 'wallets.id', 'orders.wallet_id')
    .selectAll('orders')
    .where('wallets.member_id', '=', member_id)
    .where('orders.status', 'in', ['confirming', 'unknown'])
    .orderBy('orders.id', 'desc')
    .execute()) as OrderRow[]
  const results = await withEpisodes(db, rows)
  return { count: rows.length, results: results.map((row) => toOrderResponse(row, row.episode)) }
}

/** Finds the member id of an order's owner; undefined if the order is missing or its owner has left. */
export async function findOrderOwner(db: Db, order_id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('wallets as w', 'w.id', 'o.wallet_id')
    .select('w.member_id')
    .where('o.order_id', '=', order_id)
    .executeTakeFirst()
  return row?.member_id ?? undefined
}
