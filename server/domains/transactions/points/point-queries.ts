import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/client.ts'
import { isPaused } from '../ledger/wallet-queries.ts'
import { type BatchLedgerEntry, postEntriesSql } from '../ledger/ledger-queries.ts'
import type { OrderRow } from '../orders/orders.ts'
import type { SpendableLot } from './point-lots.ts'

/** Lots read per query of wallets. */
const batchSize = 200

/** `last_move`: id of the lot's last movement. */
type ExpiredLot = Omit<SpendableLot, 'expires_at'> & { last_move: number }

/** Finds wallets with expired points of accounts that are not paused, the longest expired first. */
export async function findWalletsWithExpiredLots(db: Db, now: Date) {
  const { rows } = await sql<{ wallet_id: number }>`
    select distinct wallet_id from (
      select wallet_id from point_lots where remaining > 0 and expires_at <= ${now} and not ${isPaused(sql.ref('wallet_id'))} order by expires_at limit ${batchSize}
    ) as lots`.execute(db)
  return rows
}

export async function readExpiredLots(db: Db, wallet_id: number, now: Date): Promise<ExpiredLot[]> {
  const { rows } = await sql<ExpiredLot>`
    select l.id, l.kind, l.remaining, (select max(m.id) from point_lot_movements m where m.lot_id = l.id) as last_move
    from point_lots l where l.wallet_id = ${wallet_id} and l.remaining > 0 and l.expires_at <= ${now}
    order by l.expires_at, l.id`.execute(db)
  return rows
}

/**
 * Finds wallets with points that expire within the period and that their owners have not been notified of. The owner of a
 * paused account is not notified.
 */
export async function findWalletsToNotify(db: Db, { now, until }: { now: Date; until: Date }) {
  const { rows } = await sql<{ wallet_id: number; member_id: number }>`
    select distinct wallet_id, member_id from (
      select l.wallet_id, w.member_id from point_lots l
      join wallets w on w.id = l.wallet_id and w.member_id is not null
      where l.remaining > 0 and l.expiry_notified_at is null and l.expires_at > ${now} and l.expires_at <= ${until}
        and not ${isPaused(sql.ref('l.wallet_id'))}
      order by l.expires_at limit ${batchSize}
    ) as lots`.execute(db)
  return rows
}

/** Marks the lots of a wallet that expire within the period as notified. @returns them in order of expiry. */
export async function markLotsNotified(
  tx: Tx,
  wallet_id: number,
  { now, until }: { now: Date; until: Date },
): Promise<SpendableLot[]> {
  const { rows } = await sql<SpendableLot>`
    with notified as (
      update point_lots set expiry_notified_at = ${now}
      where wallet_id = ${wallet_id} and remaining > 0 and expiry_notified_at is null
        and expires_at > ${now} and expires_at <= ${until}
      returning id, kind, remaining, expires_at)
    select * from notified order by expires_at, id`.execute(tx)
  return rows
}

/** Inserts a grant. @returns its id; undefined if the idempotency key was used before. */
export async function insertPointGrant(
  tx: Tx,
  grant: { wallet_id: number; amount: number; idempotency_key_hash: Buffer | null },
  now: Date,
): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('point_grants')
    .values({ ...grant, created_at: now.toISOString() })
    .onConflict((on) => on.column('idempotency_key_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export const readPointGrant = (db: Db, idempotency_key_hash: Buffer | null) =>
  db
    .selectFrom('point_grants')
    .select(['wallet_id', 'amount', 'created_at'])
    .where('idempotency_key_hash', '=', idempotency_key_hash)
    .executeTakeFirstOrThrow()

/** Reads the lots of a top-up that have points left. */
export const readRemainingLots = (db: Db, order_id: number) =>
  db
    .selectFrom('point_lots')
    .select(['id', 'kind', 'remaining'])
    .where('order_id', '=', order_id)
    .where('remaining', '>', 0)
    .execute()

/** SQL for the event points of an order's payment whose lots have expired since. */
export const expiredEventPoints = (order: RawBuilder<unknown>, now: Date) => sql`coalesce((
  select -sum(m.change) from ledger_entries l join point_lot_movements m on m.entry_id = l.id join point_lots t on t.id = m.lot_id
  where l.source_type = 'order' and l.source_id = ${order} and t.kind = 'event' and t.expires_at <= ${now}
), 0)::int`

/** Sums the event points of an order's payment whose lots have expired since. */
export async function sumExpiredPoints(db: Db, order_id: number, now: Date): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select ${expiredEventPoints(sql`${order_id}`, now)} as amount`.execute(db)
  return rows[0]?.amount ?? 0
}

/** A paid order of an episode, its purchase and its ledger entry. `entry.cause` is the order's `order_id`. */
export type NewPointPurchase = {
  order: Pick<
    OrderRow,
    'wallet_id' | 'order_id' | 'profile_id' | 'title' | 'amount' | 'event_point' | 'paid_point'
  > & {
    episode_id: number
    ownership_type_id: 2 | 3
    rental_terms_id: number | null
    now: Date
  }
  entry: BatchLedgerEntry
}

/** Inserts orders, purchases and entries in one statement, to save round trips while wallets are locked. */
export async function insertPointPurchases(tx: Tx, purchases: readonly NewPointPurchase[]) {
  const { rows } = await sql<OrderRow>`
    /* buy_with_points */
    with sold as (
      select * from json_to_recordset(${JSON.stringify(purchases.map(({ order }) => order))}::json) as o (
        wallet_id int, order_id text, profile_id int, title text, amount int, episode_id int, ownership_type_id int,
        event_point int, paid_point int, rental_terms_id int, now timestamptz)
    ), ordered as (
      insert into orders (order_id, wallet_id, profile_id, kind, status, payment_method, title, amount, episode_id, ownership_type_id,
        event_point, paid_point, rental_terms_id, created_at, consented_at, paid_at)
      select order_id, wallet_id, profile_id, 'episode', 'paid', 'point', title, amount, episode_id, ownership_type_id,
        event_point, paid_point, rental_terms_id, now, now, now
      from sold
      returning *
    ), bought as (
      insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at)
      select wallet_id, episode_id, ownership_type_id, id, created_at from ordered
    ), ${postEntriesSql(
      'order',
      purchases.map(({ entry }) => entry),
      sql`select order_id as cause, id as source_id, id as order_id from ordered`,
    )}
    select * from ordered`.execute(tx)
  return rows
}
