import { expiryNoticeDays } from '#contract/transactions/payment-constants.ts'
import type {
  LedgerHistoryEntry,
  Order,
  PointTransaction,
  PointBalance,
  Purchase,
  Refund,
} from '#contract/transactions/transactions.ts'
import type { Db } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import { decideRefund } from '../refunds/refund-policy.ts'
import { type OrderRow, toOrderResponse } from '../orders/orders.ts'
import { topUpBonusColumns, readOrderedEpisodes } from '../orders/order-queries.ts'

const day = 86_400_000

export type PageRequest = { limit: number; offset: number }
export type ListPage<T> = { count: number; results: T[] }
type Ordering = { ordering: 'transaction_date' | '-transaction_date' }

const sortDirection = ({ ordering }: Ordering) => sql.raw(ordering.startsWith('-') ? 'desc' : 'asc')

/**
 * Reads a page of rows of a member's wallet with the total count; empty if the member has no wallet.
 * @param count SQL for the total count, of `w` (wallets).
 * @param page query of rows of `w`, with their order as `place`.
 */
export async function readWalletPage<T>(
  db: Db,
  member_id: number,
  count: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<ListPage<T>> {
  const { rows } = await sql<T & { count: number; place: number | null }>`
    select ${count} as count, page.*
    from wallets w left join lateral (${page}) page on true
    where w.member_id = ${member_id} order by page.place`.execute(db)
  return { count: rows[0]?.count ?? 0, results: rows.filter(({ place }) => place !== null) }
}

/** Lists a member's purchases and rentals, newest first. */
export async function listPurchases(
  db: Db,
  member_id: number,
  { limit, offset, ownership_type_id }: PageRequest & { ownership_type_id?: '2' | '3' | undefined },
  now: Date,
): Promise<ListPage<Purchase>> {
  type Row = Omit<Purchase, 'episode' | 'refundable'> & {
    episode_id: number
    first_used_at: string | null
    expired_event_point: number
  }
  const kind = ownership_type_id ? sql`and p.ownership_type_id = ${ownership_type_id}::int` : sql``
  const { count, results } = await readWalletPage<Row>(
    db,
    member_id,
    sql`(select count(*) from purchases p where p.wallet_id = w.id ${kind})`,
    sql`select row_number() over () as place, bought.*, coalesce((
        select -sum(m.change) from ledger_entries l join point_lot_movements m on m.entry_id = l.id join point_lots t on t.id = m.lot_id
        where l.source_type = 'order' and l.source_id = bought.source_id and t.kind = 'event' and t.expires_at <= ${now}
      ), 0)::int as expired_event_point
      from (
        select p.id, p.episode_id, p.ownership_type_id, p.purchased_at, p.expires_at, p.first_used_at,
          case when p.state = 'active' and p.expires_at <= ${now} then 'ended' else p.state end as state,
          o.id as source_id, o.order_id, o.payment_method, o.amount as price, o.event_point, o.paid_point
        from purchases p join orders o on o.id = p.order_id
        where p.wallet_id = w.id ${kind}
        order by p.purchased_at desc, p.id desc limit ${limit} offset ${offset}
      ) as bought`,
  )
  const episodes = await readOrderedEpisodes(
    db,
    results.map((row) => row.episode_id),
  )
  return {
    count,
    results: results.flatMap((row) => {
      const episode = episodes.get(row.episode_id)
      return episode
        ? [{ ...row, episode, refundable: decideRefund({ ...row, kind: 'episode' }, now) }]
        : []
    }),
  }
}

/** Lists the ledger entries of a member (D-57), in ledger order, so that the balances are consecutive. */
export async function listLedgerEntries(
  db: Db,
  member_id: number,
  query: PageRequest & Ordering,
): Promise<ListPage<LedgerHistoryEntry>> {
  type Row = Omit<LedgerHistoryEntry, 'episode'> & { episode_id: number | null }
  const { count, results } = await readWalletPage<Row>(
    db,
    member_id,
    sql`w.entry_count`,
    sql`select row_number() over () as place, entry.* from (
        select l.id, l.kind, l.title, l.amount_krw as amount, l.event_point, l.paid_point, l.event_balance, l.paid_balance,
          o.payment_method, o.status, o.episode_id, o.order_id, l.created_at as transaction_date
        from ledger_entries l left join orders o on o.id = l.order_id
        where l.wallet_id = w.id order by l.id ${sortDirection(query)} limit ${query.limit} offset ${query.offset}
      ) as entry`,
  )
  return { count, results: await withEpisodes(db, results) }
}

/** Lists point transactions, one per posting: an entry with both kinds of points has two. */
export async function listPointTransactions(
  db: Db,
  member_id: number,
  query: PageRequest & Ordering,
): Promise<ListPage<PointTransaction>> {
  type Row = Omit<PointTransaction, 'episode'> & { episode_id: number | null }
  const { count, results } = await readWalletPage<Row>(
    db,
    member_id,
    sql`w.point_posting_count`,
    sql`select row_number() over () as place, move.* from (
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
  const episodes = await readOrderedEpisodes(
    db,
    rows.map(({ episode_id }) => episode_id),
  )
  return rows.map((row) => ({ ...row, episode: episodes.get(row.episode_id ?? 0) ?? null }))
}

/** Reads both balances, the points that expire within 30 days, and a page of lots (D-54). */
export async function listPoints(
  db: Db,
  member_id: number,
  query: PageRequest & Ordering,
  now: Date,
): Promise<PointBalance> {
  type Row = Omit<PointBalance['results'][number], 'refundable'> & {
    event_point: number
    paid_point: number
    expiring: PointBalance['expiring'] | null
    bonus_remaining: number
    bonus_spent: number
    withheld: number
    is_cancelled: boolean
    is_refunding: boolean
  }
  const ahead = new Date(now.getTime() + expiryNoticeDays * day)
  const { rows } = await sql<Row & { count: number; place: number | null }>`
    select w.event_point, w.paid_point, page.*,
      (select count(*) from point_lots t where t.wallet_id = w.id) as count,
      (select json_agg(json_build_object('kind', kind, 'amount', amount, 'expires_at', expires_at) order by expires_at)
        from (select t.kind, sum(t.remaining)::int as amount, t.expires_at from point_lots t
          where t.wallet_id = w.id and t.remaining > 0 and t.expires_at > ${now} and t.expires_at <= ${ahead}
          group by t.kind, t.expires_at) as lots) as expiring
    from wallets w left join lateral (
      select row_number() over () as place, lot.*,
        ${topUpBonusColumns(sql`lot.paid_by`, sql`w.id`)},
        exists (select from refunds r where r.order_id = lot.paid_by and r.status = 'reserved') as is_refunding
      from (
        select t.id, t.kind, l.title, t.amount, t.remaining, t.created_at as transaction_date, t.expires_at,
          o.order_id, o.id as paid_by, coalesce(o.status = 'cancelled', false) as is_cancelled
        from point_lots t join ledger_entries l on l.id = t.entry_id left join orders o on o.id = t.order_id
        where t.wallet_id = w.id order by t.id ${sortDirection(query)} limit ${query.limit} offset ${query.offset}
      ) as lot
    ) page on true
    where w.member_id = ${member_id} order by page.place`.execute(db)
  const { event_point, paid_point, expiring, count } = rows[0] ?? {
    ...{ event_point: 0, paid_point: 0, expiring: [], count: 0 },
  }
  return {
    ...{ event_point, paid_point, count },
    expiring: (expiring ?? []).map((group) => ({
      ...group,
      expires_at: new Date(group.expires_at).toISOString(),
    })),
    results: rows.flatMap(({ place, ...lot }) =>
      place === null
        ? []
        : [
            {
              ...lot,
              refundable:
                lot.kind === 'paid' && lot.order_id
                  ? decideRefund({ ...lot, kind: 'points' }, now)
                  : null,
            },
          ],
    ),
  }
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

/** Lists a member's refunds, newest first (D-57). */
export async function listRefunds(
  db: Db,
  member_id: number,
  { limit, offset }: PageRequest,
): Promise<ListPage<Refund>> {
  return readWalletPage<Refund>(
    db,
    member_id,
    sql`(select count(*) from refunds r where r.wallet_id = w.id)`,
    sql`select row_number() over () as place, refund.* from (
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
  const episodes = await readOrderedEpisodes(
    db,
    rows.map(({ episode_id }) => episode_id),
  )
  const results = rows.map((row) => toOrderResponse(row, episodes.get(row.episode_id ?? 0) ?? null))
  return { count: results.length, results }
}
